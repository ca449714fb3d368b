import { eq, sql } from 'drizzle-orm'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { AutoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import type { StoredService } from '../../../src/contract/wire/instance/instance-configuration.ts'
import { autoscalingObstacle } from '../../../src/contract/wire/instance/scaling/autoscaling-obstacle.ts'
import { limitsOf } from '../../../src/rules/scaling/scaled-replicas.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { instances } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { findDeployment, lockForChange } from '../deployments/changes/lock-for-change.ts'
import { recordInstanceEvent } from '../events/instance-events.ts'
import type { CreateOptions } from '../instances/create-instance.ts'
import { publishInstanceChanged } from '../instances/publish-instance.ts'
import { checkRules } from './check-rules.ts'
import { type Scaled, setScaledReplicas } from './set-scaled-replicas.ts'

/**
 * Sets or removes the rules of a service. A service without rules has its configured number of replicas again, and one
 * with rules a number within their limits, both at once.
 */
export function changeRules(
  options: CreateOptions,
  context: CallContext<'updateAutoscalingRules'>,
): Promise<ResponseOf<'updateAutoscalingRules'>> {
  const { input } = context
  const { organizationId } = scopeOf(context.scope)
  const { userId } = requireUser(context.caller)
  const rules = input.autoscalingRules
  return options.db.transaction(async (tx) => {
    const before = await lockForChange(tx, { id: input.id, organizationId })
    const newest = await findDeployment(tx, before, undefined)
    const service = serviceIn(newest.configuration.services, input.serviceName)
    checkRules(options.regions, before.region, { rules, field: 'autoscalingRules' })
    const obstacle = autoscalingObstacle({ ...service, autoscalingRules: rules })
    if (obstacle) throw invalidField(`autoscalingRules.${obstacle.field}`, obstacle.message)

    const { [service.name]: earlier, ...others } = before.autoscalingRules
    const { [service.name]: scaled, ...otherCounts } = before.scaledReplicas
    const from = scaled ?? service.replicas
    const to = rules ? within(from, service, rules) : service.replicas
    const done: Scaled =
      from === to
        ? { kind: 'unchanged' }
        : await setScaledReplicas(tx, options, {
            instanceId: before.id,
            service: service.name,
            to,
            reason: rules ? 'limits' : 'rulesRemoved',
          })
    // Without rules nothing would try again.
    if (done.kind === 'refused' && !rules) throw new ApiError(done.code, { message: done.message })
    const count = done.kind === 'refused' ? from : to
    await tx
      .update(instances)
      .set({
        autoscalingRules: rules ? { ...others, [service.name]: rules } : others,
        scaledReplicas: rules ? { ...otherCounts, [service.name]: count } : otherCounts,
        revision: sql`${instances.revision} + 1`,
        updatedAt: sql`now()`,
      })
      .where(eq(instances.id, before.id))
    await recordInstanceEvent(tx, before.id, { kind: 'autoscalingRulesChanged', actor: userId, service: service.name })
    const instance = await publishInstanceChanged(tx, before.id, options.links, ['autoscalingRules', 'scaledReplicas'])
    await writeAudit(tx, context, {
      organizationId,
      action: 'instance.autoscalingChanged',
      target: before.name,
      before: { service: service.name, rules: earlier ?? null },
      after: { service: service.name, rules },
    })
    return { instance }
  })
}

const within = (count: number, service: StoredService, rules: AutoscalingRules): number => {
  const { min, max } = limitsOf(rules, service)
  return Math.min(max, Math.max(min, count))
}

/** Returns the named service, or the first one. */
export function serviceIn<S extends { name: string }>(services: readonly S[], name: string | undefined): S {
  const found = services.find((service) => name === undefined || service.name === name)
  if (found) return found
  const known = services.map((service) => service.name).join(', ')
  throw invalidField('serviceName', `Unknown service ${name}. Choose one of ${known}.`)
}
