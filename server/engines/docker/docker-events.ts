import { type EngineEvent, EngineFailure } from '../engine.ts'
import type { DockerClient } from './docker-client.ts'
import { dockerFailure } from './docker-failure.ts'
import { type DockerNames, readLabels } from './docker-names.ts'
import { readJsonLines } from './read-json-lines.ts'

interface ContainerEvent {
  Action: string
  Actor: { Attributes: Record<string, string> }
  time: number
  timeNano?: number
}

/**
 * Docker's actions, then Podman's where they differ. Podman's filter by action does not work, so events are filtered
 * here.
 */
const kindByAction: Record<string, EngineEvent['kind']> = {
  start: 'started',
  die: 'ended',
  died: 'ended',
  oom: 'outOfMemory',
  destroy: 'removed',
  remove: 'removed',
}

/** Docker's attribute name, then Podman's. */
function exitCodeOf({ Actor: { Attributes } }: ContainerEvent): { exitCode?: number } {
  const exitCode = Number.parseInt(Attributes.exitCode ?? Attributes.containerExitCode ?? '', 10)
  return Number.isNaN(exitCode) ? {} : { exitCode }
}

/**
 * Starts listening at the time of the call: `since` also requests the events before the engine accepted the connection,
 * so a caller that listens first and lists afterwards misses none.
 */
export function dockerEvents(
  client: DockerClient,
  names: DockerNames,
  signal: AbortSignal,
): AsyncIterable<EngineEvent> {
  const opening = client.stream({
    path: '/events',
    query: {
      since: (Date.now() / 1000).toFixed(3),
      filters: JSON.stringify({ type: ['container'], label: [names.filter] }),
    },
    signal,
  })
  opening.catch(() => {}) // `read` reports the error.
  return read(opening, names, signal)
}

async function* read(
  opening: ReturnType<DockerClient['stream']>,
  names: DockerNames,
  signal: AbortSignal,
): AsyncGenerator<EngineEvent> {
  try {
    const source = await opening
    try {
      for await (const event of readJsonLines<ContainerEvent>(source)) {
        const kind = kindByAction[event.Action]
        const ours = readLabels(event.Actor.Attributes, names.installationId)
        if (!kind || !ours || !names.workloadOf([event.Actor.Attributes.name ?? ''], event.Actor.Attributes)) continue
        const atMs = Math.floor((event.timeNano ?? event.time * 1e9) / 1e6)
        yield { id: ours.id, labels: ours.labels, kind, atMs, ...(kind === 'ended' && exitCodeOf(event)) }
      }
    } finally {
      source.destroy()
    }
  } catch (error) {
    if (signal.aborted) return
    throw dockerFailure(error)
  }
  if (!signal.aborted) {
    throw new EngineFailure(
      'engineUnreachable',
      'The container engine stopped sending events. Check that it is running.',
    )
  }
}
