import type { AutoscalingRules } from '../../contract/wire/instance/autoscaling.ts'
import type { StoredService } from '../../contract/wire/instance/instance-configuration.ts'
import { hasWakePort } from '../../contract/wire/instance/scaling/autoscaling-obstacle.ts'

/** How many replicas services have in place of their configured numbers, by service. */
export type ScaledReplicas = Readonly<Record<string, number>>

/** Returns a configuration whose services have as many replicas as they are scaled to. */
export const withScaledReplicas = <S extends { name: string; replicas: number }, C extends { services: readonly S[] }>(
  configuration: C,
  scaled: ScaledReplicas,
): C & { services: S[] } => ({
  ...configuration,
  services: configuration.services.map((service) => ({
    ...service,
    replicas: scaled[service.name] ?? service.replicas,
  })),
})

export interface ReplicaLimits {
  min: number
  max: number
}

type LimitedService = Pick<StoredService, 'ports' | 'volumes'>

/**
 * What rules allow for a service as it is deployed now: a volume has one writer, and without a public HTTP port nothing
 * could start a replica again.
 */
export const limitsOf = (
  { minReplicas, maxReplicas }: Pick<AutoscalingRules, 'minReplicas' | 'maxReplicas'>,
  service: LimitedService,
): ReplicaLimits => {
  const max = service.volumes.length > 0 ? 1 : maxReplicas
  return { min: Math.min(max, hasWakePort(service) ? minReplicas : Math.max(1, minReplicas)), max }
}

/** A deployment proves itself with a replica. */
export const startingReplicas = (count: number, { min, max }: ReplicaLimits): number =>
  Math.min(max, Math.max(min, 1, count))

/**
 * Returns the counts with which a deployment starts: those that its services have, within the limits of their rules.
 * None starts at zero, because a deployment proves itself with a replica.
 */
export const replicasAtDeployment = (
  services: readonly (LimitedService & Pick<StoredService, 'name' | 'replicas'>)[],
  rules: Readonly<Record<string, AutoscalingRules>>,
  scaled: ScaledReplicas,
): Record<string, number> =>
  Object.fromEntries(
    services.flatMap((service) => {
      const own = rules[service.name]
      if (!own) return []
      const { min, max } = limitsOf(own, service)
      return [[service.name, startingReplicas(scaled[service.name] ?? service.replicas, { min, max })]]
    }),
  )
