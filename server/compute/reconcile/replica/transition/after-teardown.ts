import { formatBytes } from '../../../../../src/rules/format-size.ts'
import type { DiskUse } from '../../../../engines/engine.ts'
import type { Observation, Outcome, OverVolume, ReplicaRules } from './replica-event.ts'

/** The engine has lost a workload for good. */
export const PROVIDER_GONE = 'providerGone'

/** Returns the observation to write after the teardown. The disk limit of an outcome `overDisk` is in the rules. */
export function afterTeardown(rules: ReplicaRules | undefined, outcome: Outcome, nowMs: number): Observation {
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
  const failed = { ...over, state: 'Failed-start', status: 'Failed' } as const
  switch (outcome.kind) {
    case 'closed':
      return { set: { ...over, state: 'Closed', status: 'Deprecated' } }
    case 'finished': {
      const set = { ...over, state: 'Closed', status: 'Deprecated', finishedAt: now } as const
      return { set, logs: [outcome.message], events: ['Exited with code 0'] }
    }
    case 'overDisk': {
      const { message, advice, detail } = overDiskMessages(outcome.used, rules?.storageBytes ?? 0)
      return {
        set: { ...failed, error: errorWith('diskLimit', `${message} ${advice}`) },
        logs: [message],
        events: [`${message} ${detail}`],
      }
    }
    case 'failed': {
      const { code, message } = outcome.error
      return {
        set: {
          ...failed,
          ...(code === PROVIDER_GONE && { status: 'Deprecated-Provider' as const }),
          error: errorWith(code, message),
        },
        logs: [`Failed: ${message}`],
        events: [`Failed to start: ${message}`],
      }
    }
  }
}

function overDiskMessages(
  used: DiskUse | OverVolume,
  storageBytes: number,
): { message: string; advice: string; detail: string } {
  if (typeof used === 'object')
    return {
      message: `Stopped: its volume ${used.volume} exceeded its size of ${formatBytes(used.sizeBytes)}.`,
      advice: 'Enlarge the volume, then deploy the instance again.',
      detail: `It used ${formatBytes(used.usedBytes)}.`,
    }
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
