import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import { bytesWords } from '../../../src/rules/size-words.ts'
import type { DiskUse } from '../../engines/engine.ts'
import { systemLine } from '../logs/kept-line.ts'
import type { HeldInstance } from './held-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { takeDown } from './take-down.ts'

/** Long enough to write a last line, too short to write much more. */
const GRACE_MS = 1000

/** Stops an instance that keeps more on disk than its plan has, or that cannot be measured. It is not started again: it would write the same again. */
export async function stopForDisk(
  options: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  used: DiskUse,
): Promise<undefined> {
  const limit = bytesWords(held.row.storageBytes)
  const [words, advice, event] =
    used === 'notMeasurable'
      ? [
          'Stopped: its disk use cannot be measured.',
          'Deploy it again, and let it keep its folders readable, nest them less deeply and write fewer files.',
          'Twice in a row.',
        ]
      : [
          `Stopped: it wrote more than its ${limit} of disk.`,
          'Deploy it again on a plan with more storage, or let it write less.',
          `${bytesWords(used)} were in use.`,
        ]
  await takeDown(options, id, Math.min(GRACE_MS, options.limits.graceMs))
  await held.write({
    set: {
      state: 'Closed',
      status: 'Failed',
      stage: '',
      fault: {
        code: 'diskLimit',
        message: `${words} ${advice}`,
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
    moment: 'lastInstanceClosedAt',
    lines: [systemLine(words)],
    events: [systemLine(`${words} ${event}`)],
    news: {
      type: 'error',
      title: 'Instance stopped',
      message: `${held.row.name}: ${words}`,
      additionalData: { instance: held.row.id },
    },
  })
}
