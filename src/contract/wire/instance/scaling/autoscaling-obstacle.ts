import type { AutoscalingRules } from '../autoscaling.ts'
import type { ServicePort } from '../resources.ts'

interface ScaledService {
  ports: readonly Pick<ServicePort, 'protocol' | 'exposure'>[]
  volumes: readonly unknown[]
  autoscalingRules: Pick<AutoscalingRules, 'minReplicas' | 'maxReplicas'> | null
}

/** A request to a public HTTP port starts a replica again; nothing else reaches the gateway. */
export const hasWakePort = ({ ports }: Pick<ScaledService, 'ports'>): boolean =>
  ports.some(({ protocol, exposure }) => protocol === 'http' && exposure === 'public')

/** Returns why a service cannot have its rules, at the field of the rules. */
export const autoscalingObstacle = (
  service: ScaledService,
): { field: 'minReplicas' | 'maxReplicas'; message: string } | undefined => {
  const { autoscalingRules: rules, volumes } = service
  if (!rules) return undefined
  if (rules.minReplicas === 0 && !hasWakePort(service))
    return { field: 'minReplicas', message: 'Only a service with a public HTTP port can have a minimum of 0.' }
  if (rules.maxReplicas > 1 && volumes.length > 0)
    return { field: 'maxReplicas', message: 'A service with volumes has one replica, because a volume has one writer.' }
  return undefined
}
