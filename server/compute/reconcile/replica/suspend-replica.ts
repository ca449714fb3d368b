import type { Settled } from '../mailboxes.ts'
import type { LeasedReplica } from './leased-replica.ts'
import { PROVIDER_GONE } from './transition/after-teardown.ts'

/**
 * Shows that the engine of a replica is gone. Its workload is left alone: it is found again when the engine is back,
 * and started again if it has ended meanwhile.
 */
export async function suspendReplica(leased: LeasedReplica, message: string): Promise<Settled> {
  const { row } = leased
  if (row.error?.code === PROVIDER_GONE && row.error.message === message) return { kind: 'rest' }
  const now = new Date()
  if (row.observedAt) leased.noteEnd({ at: row.observedAt, isSighting: false })
  await leased.write({
    set: {
      state: 'Starting',
      status: 'Deprecated-Provider',
      progressMessage: '',
      error: { code: PROVIDER_GONE, message, at: now.toISOString() },
      publishedPorts: [],
      activeSince: null,
      deadlineAt: null,
      // A workload that has ended is restarted from this time on, and not counted as failed.
      dueAt: now,
    },
    logs: [message],
    events: [message],
  })
  return { kind: 'rest' }
}
