import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { CallContext, Handlers } from '../../../http/handler.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import { type EndOptions, endInstance } from '../../instances/end-instance.ts'

type ManyCall = 'closeInstances' | 'deleteInstances'

/** Ends several instances. Each is a change of its own: one that cannot be ended leaves the others ended. */
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
    const results: ResponseOf<ManyCall>['results'] = []
    for (const instanceId of context.input.instanceIds) results.push(await end(instanceId))
    return { message, results }

    async function end(instanceId: InstanceId): Promise<ResponseOf<ManyCall>['results'][number]> {
      try {
        await endInstance(options, instanceId, organizationId, { desiredState, author: context })
        return { instanceId, ok: true, error: null }
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        return { instanceId, ok: false, error: { error: error.code, message: error.message } }
      }
    }
  }
}
