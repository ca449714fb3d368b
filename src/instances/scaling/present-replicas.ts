import type { Instance } from '../../contract/wire/compute.ts'
import type { StoredService } from '../../contract/wire/instance/instance-configuration.ts'
import { replicasAtDeployment, type ScaledReplicas } from '../../rules/scaling/scaled-replicas.ts'

type ScaledInstance = Pick<Instance, 'state' | 'services'>

/** How many replicas the services with rules have, which a deployment keeps. An instance that had ended begins anew. */
export const presentReplicas = (instance: ScaledInstance | null): ScaledReplicas =>
  !instance || instance.state === 'Closed' || instance.state === 'Failed-start'
    ? {}
    : Object.fromEntries(
        instance.services.flatMap(({ name, replicas, autoscalingRules }) =>
          autoscalingRules ? [[name, replicas]] : [],
        ),
      )

/** Returns the services of a configuration with the replicas that its deployment begins with. */
export const servicesAtDeployment = <
  S extends Pick<StoredService, 'name' | 'replicas' | 'ports' | 'volumes' | 'autoscalingRules'>,
>(
  services: readonly S[],
  instance: ScaledInstance | null,
): S[] => {
  const rules = Object.fromEntries(
    services.flatMap(({ name, autoscalingRules }) => (autoscalingRules ? [[name, autoscalingRules]] : [])),
  )
  const counts = replicasAtDeployment(services, rules, presentReplicas(instance))
  return services.map((service) => ({ ...service, replicas: counts[service.name] ?? service.replicas }))
}
