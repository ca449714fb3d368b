import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import { formatBytes } from '../../../src/rules/format-size.ts'
import type { DiskUse } from '../../engines/engine.ts'
import { systemLine } from '../logs/stored-line.ts'
import type { LeasedInstance } from './leased-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { teardown } from './teardown.ts'

/** Long enough to write a last line, too short to write much more. */
const GRACE_MS = 1000

/** Stops an instance that keeps more on disk than its plan has, or that cannot be measured. It is not started again: it would write the same again. */
export async function stopForDisk(
  options: ReconcileOptions,
  leased: LeasedInstance,
  id: DeploymentId,
  used: DiskUse,
): Promise<undefined> {
  const limit = formatBytes(leased.row.storageBytes)
  const [message, advice, event] =
    used === 'notMeasurable'
      ? [
          'Stopped: its disk usage cannot be measured.',
          'Deploy it again with readable, less deeply nested folders and fewer files.',
          'Two measurements in a row failed.',
        ]
      : [
          `Stopped: it exceeded its ${limit} of disk.`,
          'Deploy it again on a plan with more storage, or make it write less.',
          `It used ${formatBytes(used)}.`,
        ]
  await teardown(options, id, Math.min(GRACE_MS, options.limits.graceMs))
  await leased.write({
    set: {
      state: 'Closed',
      status: 'Failed',
      progressMessage: '',
      error: {
        code: 'diskLimit',
        message: `${message} ${advice}`,
        at: new Date().toISOString(),
      },
      publishedPorts: [],
      observedAt: new Date(),
      activeSince: null,
      deadlineAt: null,
      dueAt: null,
      attempts: 0,
    },
    finished: true,
    ended: true,
    projectTimestamp: 'lastInstanceClosedAt',
    lines: [systemLine(message)],
    events: [systemLine(`${message} ${event}`)],
    notification: {
      type: 'error',
      title: 'Instance stopped',
      message: `${leased.row.name}: ${message}`,
      additionalData: { instance: leased.row.id },
    },
  })
}
