import { useState } from 'react'
import type { Deployment } from '../../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../../src/contract/wire/log.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { everyReplicaLog, replicaLabels, withKeptLogs } from '../../../../src/rules/deployments/replica-logs.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { useUrlQuery } from '../../../hooks/use-url-query.ts'
import type { LogTimes } from './log-reader.tsx'
import type { PanelLog } from './panel-log.ts'

interface ReplicaLogs {
  /** Of every replica whose lines are kept or may come. */
  all: readonly PanelLog[]
  chosen: readonly PanelLog[]
  choose(names: readonly string[]): void
  index: readonly LogTimes[] | undefined
}

/** In addresses: the first replica, whose log has no name. No service has this name. */
const FIRST = '.'
/** The colours of marks. */
const COLOURS = 6
/** The services of a deployment begin with different colours. */
const COLOURS_PER_SERVICE = 3

/** Returns the logs of a deployment's replicas, and those that the address chooses: all by default. */
export const useReplicaLogs = ({ _id: id, services }: Deployment, logType: LogType): ReplicaLogs => {
  const { query, choose } = useUrlQuery()
  const hasReplicas = logType === 'instanceLogs'
  const index = lastLoaded(useQuery('readLogIndex', hasReplicas ? { id, logType } : null).data)?.value.logs
  const slots = useSlots(id)
  // Replicas above a maximum that is lowered meanwhile stay, because they have slots.
  const kept = [...(index ?? []).map(({ serviceName }) => serviceName), ...slots.keys()]
  const logs = withKeptLogs(everyReplicaLog(services), [...new Set(kept)], services)
  const labels = replicaLabels(logs)
  const serviceNames = [...new Set(logs.map(({ service }) => service))]
  for (const { name } of logs) if (!slots.has(name)) slots.set(name, slots.size)
  const panelLogs = logs.map(({ name, service, index: replica }): PanelLog => {
    const label = labels.get(name) ?? name
    const place = COLOURS_PER_SERVICE * serviceNames.indexOf(service) + replica
    const title = label === service ? `Service ${service}` : `Replica ${replica + 1} of ${service}`
    return { name, slot: slots.get(name) ?? 0, label, title, colour: place % COLOURS }
  })
  const all = hasReplicas ? panelLogs : panelLogs.slice(0, 1)
  const names = (query.get('service') ?? '').split(',').map((name) => (name === FIRST ? '' : name))
  const isChosen = ({ name }: PanelLog) => query.get('service') !== null && names.includes(name)
  const chosen = all.filter(isChosen)
  return {
    all,
    chosen: chosen.length > 0 ? chosen : all,
    choose: (names) => {
      const isAll = names.length === 0 || all.every(({ name }) => names.includes(name))
      choose({ service: isAll ? '' : names.map((name) => name || FIRST).join(), line: '' })
    },
    index,
  }
}

/** Returns the numbers of the logs of a deployment. They only grow in number: a view identifies lines by them. */
const useSlots = (deployment: string): Map<string, number> => {
  const [ofDeployments] = useState(() => new Map<string, Map<string, number>>())
  const slots = ofDeployments.get(deployment) ?? new Map<string, number>()
  ofDeployments.set(deployment, slots)
  return slots
}
