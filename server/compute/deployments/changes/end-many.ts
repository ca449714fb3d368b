import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { CallContext, Handlers } from '../../../http/handler.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import { type EndOptions, endInstance } from '../../instances/end-instance.ts'
import { eachInstance } from './each-instance.ts'

type ManyCall = 'closeInstances' | 'deleteInstances'

export function endManyHandlers(options: EndOptions): Handlers<ManyCall> {
  return {
    closeInstances: (context) => endAll(context, 'closed', 'The instances are closing'),
    deleteInstances: (context) => endAll(context, 'deleted', 'The instances are being deleted'),
  }

  async function endAll(
    context: CallContext<ManyCall>,
    desiredState: 'closed' | 'deleted',
    message: string,
  ): Promise<ResponseOf<ManyCall>> {
    const { organizationId } = scopeOf(context.scope)
    const results = await eachInstance(context.input.instanceIds, (id) =>
      endInstance(options, id, organizationId, { desiredState, author: context }),
    )
    return { message, results }
  }
}
