import type { InstanceEvent, InstanceEventKind } from '../../contract/wire/instance/instance-event.ts'

/** An event by itself, or those of a replica that exits and is restarted again and again, newest first. */
export type TimelineEntry =
  | { kind: 'event'; event: InstanceEvent }
  | { kind: 'crashLoop'; events: readonly InstanceEvent[]; exits: number }

const loopKinds: readonly InstanceEventKind[] = ['replicaExited', 'replicaStarted', 'replicaReady', 'replicaUnready']

/** The events from the first exit on; none unless there is a crash loop. */
function loopOf(group: readonly InstanceEvent[]): readonly InstanceEvent[] {
  const exits = group.filter(({ kind }) => kind === 'replicaExited')
  const [first] = exits.slice(-1)
  if (!first || exits.length < 2 || !exits.some(({ data }) => data.code === 'crashLoop')) return []
  return group.slice(0, group.indexOf(first) + 1)
}

/**
 * Returns events, newest first, with those of each crash loop as one entry in the place of its newest. A deployment ends
 * every loop; events of other replicas, which can loop at the same time, do not.
 */
export function foldCrashLoops(events: readonly InstanceEvent[]): TimelineEntry[] {
  const groupOf = new Map<InstanceEvent, InstanceEvent[]>()
  const open = new Map<string, InstanceEvent[]>()
  for (const event of events) {
    const replica = event.replicaId ?? `${event.service} ${event.data.index}`
    if (loopKinds.includes(event.kind)) {
      const group = open.get(replica) ?? []
      group.push(event)
      open.set(replica, group)
      groupOf.set(event, group)
    } else if (event.kind.startsWith('replica')) open.delete(replica)
    else if (event.kind === 'deploymentCreated') open.clear()
  }
  return events.flatMap((event): TimelineEntry[] => {
    const loop = loopOf(groupOf.get(event) ?? [])
    if (!loop.includes(event)) return [{ kind: 'event', event }]
    const exits = loop.filter(({ kind }) => kind === 'replicaExited').length
    return loop[0] === event ? [{ kind: 'crashLoop', events: loop, exits }] : []
  })
}
