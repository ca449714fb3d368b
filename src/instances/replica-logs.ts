import type { Deployment } from '../contract/wire/compute.ts'

/** The log of a replica. */
export interface ReplicaLog {
  /** As calls and topics name it: empty for the first replica of the first service. */
  name: string
  service: string
  /** From 0. */
  index: number
}

/** Returns the name of a replica's log. */
export const replicaLogName = (service: string, index: number, isFirstService: boolean): string => {
  if (index > 0) return `${service}.${index + 1}`
  return isFirstService ? '' : service
}

/** Lists the logs that the replicas of a deployment may have written, also those that it is scaled down by. */
export const everyReplicaLog = (services: Deployment['services']): ReplicaLog[] =>
  replicaLogs(
    services.map((service) => ({
      ...service,
      replicas: Math.max(1, service.replicas, service.autoscalingRules?.maxReplicas ?? 0),
    })),
  )

/** Lists the logs of a deployment's replicas, by service. */
export const replicaLogs = (services: Deployment['services']): ReplicaLog[] =>
  services.flatMap(({ name: service, replicas }, at) =>
    Array.from({ length: replicas }, (_, index) => ({
      name: replicaLogName(service, index, at === 0),
      service,
      index,
    })),
  )
