import { formatBytes } from '../../../src/rules/format-size.ts'
import type { DiskUse } from '../../engines/engine.ts'
import type { Observation, Outcome, ReconcileState } from './reconcile-event.ts'

/** Returns the observation to write after the teardown. */
export function afterTeardown(row: ReconcileState, outcome: Outcome, nowMs: number): Observation {
  const now = new Date(nowMs)
  const errorWith = (code: string, message: string) => ({ code, message, at: now.toISOString() })
  const over = {
    progressMessage: '',
    error: null,
    publishedPorts: [],
    observedAt: now,
    activeSince: null,
    deadlineAt: null,
    dueAt: null,
    attempts: 0,
  }
  const closed = { ...over, state: 'Closed', status: 'Deprecated' } as const
  switch (outcome.kind) {
    case 'closed':
      return { set: closed, logs: ['Closed'], events: ['Closed on request'] }
    case 'finished': {
      const set = { ...closed, desiredState: 'closed', finishedAt: now } as const
      return { set, logs: [outcome.message], events: ['Exited with code 0'] }
    }
    case 'overDisk': {
      const { message, advice, detail } = overDiskMessages(outcome.used, row.storageBytes)
      const error = errorWith('diskLimit', `${message} ${advice}`)
      return {
        set: { ...closed, desiredState: 'closed', status: 'Failed', error },
        logs: [message],
        events: [`${message} ${detail}`],
        notification: { type: 'error', title: row.name, message },
      }
    }
    case 'failed': {
      const { code, message } = outcome.error
      return {
        set: { ...over, state: 'Failed-start', status: 'Failed', error: errorWith(code, message) },
        logs: [`Failed: ${message}`],
        events: [`Failed to start: ${message}`],
        notification: { type: 'error', title: `${row.name} failed to start`, message },
      }
    }
  }
}

function overDiskMessages(used: DiskUse, storageBytes: number): { message: string; advice: string; detail: string } {
  if (used === 'notMeasurable')
    return {
      message: 'Stopped: its disk usage cannot be measured.',
      advice: 'Deploy it again with readable, less deeply nested folders and fewer files.',
      detail: 'Two measurements in a row failed.',
    }
  return {
    message: `Stopped: it exceeded its ${formatBytes(storageBytes)} of disk.`,
    advice: 'Deploy it again on a plan with more storage, or make it write less.',
    detail: `It used ${formatBytes(used)}.`,
  }
}
