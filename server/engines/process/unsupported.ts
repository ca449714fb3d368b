import { type Engine, EngineFailure } from '../engine.ts'
import type { EngineNetworks } from '../interface/networks.ts'
import type { EngineSessions } from '../interface/sessions.ts'
import type { EngineVolumes } from '../interface/volumes.ts'

/** Processes share neither networks nor volumes, for which alone they are paused. What cannot exist can be removed and listed. */
export const withoutNetworksAndVolumes: EngineNetworks & EngineVolumes & Pick<Engine, 'pause' | 'resume'> = {
  createNetwork: () => reject('networks', 'Shared networks'),
  removeNetwork: async () => {},
  connect: () => reject('networks', 'Shared networks'),
  disconnect: async () => {},
  createVolume: () => reject('volumes', 'Volumes'),
  pause: () => reject('pause', 'Pauses'),
  resume: async () => {},
  removeVolume: async () => {},
  listVolumes: async () => [],
  volumeUsage: async () => new Map(),
  exportVolume: () => reject('volumes', 'Volumes'),
  importVolume: () => reject('volumes', 'Volumes'),
}

/** A shell needs a terminal of its own, which only an engine for containers provides. */
export const withoutSessions: EngineSessions = {
  openSession: () => Promise.reject(unsupportedSession('Shells')),
  endSession: async () => {},
  feed: () => Promise.reject(unsupportedSession('Files')),
}

function unsupportedSession(label: string): EngineFailure {
  return new EngineFailure(
    'commandUnsupported',
    `${label} need a container engine, and this instance runs without one. Install Docker or Podman, then deploy again.`,
  )
}

async function reject(field: string, label: string): Promise<never> {
  throw needsContainers(field, label)
}

export function needsContainers(field: string, label: string): EngineFailure {
  return new EngineFailure(
    'invalidSpec',
    `${field}: ${label} need a container engine, and this machine has none. Install Docker or Podman and restart Longshore.`,
  )
}
