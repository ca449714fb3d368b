import type { Deployment } from '../../contract/wire/compute.ts'

/** The log of a replica. */
export interface ReplicaLog {
  /** As calls and topics name it: empty for the first replica of the first service. */
  name: string
  service: string
  /** From 0. */
  index: number
}

type ScaledService = Pick<Deployment['services'][number], 'name' | 'replicas'> & {
  autoscalingRules: { maxReplicas: number } | null
}

/** Returns the name of a replica's log. */
export const replicaLogName = (service: string, index: number, isFirstService: boolean): string => {
  if (index > 0) return `${service}.${index + 1}`
  return isFirstService ? '' : service
}

/**
 * Adds logs whose lines are kept, although their replicas are above the present maximum. Logs of unknown services come
 * last.
 */
export const withKeptLogs = (
  logs: readonly ReplicaLog[],
  kept: readonly string[],
  services: readonly { name: string }[],
): ReplicaLog[] => {
  const names = new Set(logs.map(({ name }) => name))
  const added = kept.filter((name) => !names.has(name)).map((name) => keptLog(name, services[0]?.name ?? ''))
  const place = ({ service }: ReplicaLog) => {
    const at = services.findIndex(({ name }) => name === service)
    return at < 0 ? services.length : at
  }
  return [...logs, ...added].sort((a, b) => place(a) - place(b) || a.index - b.index)
}

const keptLog = (name: string, firstService: string): ReplicaLog => {
  const dot = name.lastIndexOf('.')
  if (dot < 0) return { name, service: name || firstService, index: 0 }
  return { name, service: name.slice(0, dot), index: Number(name.slice(dot + 1)) - 1 }
}

/** Returns the short name of each log: that of its service, with its number where the service has several replicas. */
export const replicaLabels = (logs: readonly ReplicaLog[]): Map<string, string> =>
  new Map(
    logs.map(({ name, service, index }) => {
      const hasSeveral = logs.some((other) => other.service === service && other.name !== name)
      return [name, hasSeveral ? `${service} ${index + 1}` : service]
    }),
  )

/** Lists the logs that the replicas of a deployment may have written, also those that it is scaled down by. */
export const everyReplicaLog = (services: readonly ScaledService[]): ReplicaLog[] =>
  replicaLogs(
    services.map((service) => ({
      ...service,
      replicas: Math.max(1, service.replicas, service.autoscalingRules?.maxReplicas ?? 0),
    })),
  )

/** Lists the logs of a deployment's replicas, by service. */
export const replicaLogs = (services: readonly Pick<ScaledService, 'name' | 'replicas'>[]): ReplicaLog[] =>
  services.flatMap(({ name: service, replicas }, at) =>
    Array.from({ length: replicas }, (_, index) => ({
      name: replicaLogName(service, index, at === 0),
      service,
      index,
    })),
  )
