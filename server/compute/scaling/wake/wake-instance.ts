import type { ResponseOf } from '../../../../src/contract/contract.ts'
import { writeAudit } from '../../../audit/write-audit.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { CallContext } from '../../../http/handler.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import { lockForChange } from '../../deployments/changes/lock-for-change.ts'
import type { CreateOptions } from '../../instances/create-instance.ts'
import { instanceWire } from '../../instances/instance-wire.ts'
import { loadInstance } from '../../instances/load-instance.ts'
import { setScaledReplicas } from '../set-scaled-replicas.ts'

/** Gives each service that is scaled to zero one replica, all of them or none. */
export function wakeInstance(
  options: CreateOptions,
  context: CallContext<'wakeInstance'>,
): Promise<ResponseOf<'wakeInstance'>> {
  const { id } = context.input
  const { organizationId } = scopeOf(context.scope)
  return options.db.transaction(async (tx) => {
    const before = await lockForChange(tx, { id, organizationId })
    const asleep = Object.keys(before.scaledReplicas).filter((name) => before.scaledReplicas[name] === 0)
    let woken = 0
    for (const service of asleep) {
      const done = await setScaledReplicas(tx, options, { instanceId: id, service, from: 0, to: 1, reason: 'wake' })
      if (done.kind === 'refused') throw new ApiError(done.code, { message: done.message })
      if (done.kind === 'scaled') woken += 1
    }
    if (woken > 0) await writeAudit(tx, context, { organizationId, action: 'instance.woken', target: before.name })
    const loaded = await loadInstance(tx, id)
    if (!loaded) throw new ApiError('notFound')
    const message = woken > 0 ? 'The instance is waking up.' : 'No service of this instance is asleep.'
    return { message, instance: instanceWire(loaded, options.links) }
  })
}
