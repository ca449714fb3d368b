import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import { bytesWords } from '../../../src/rules/size-words.ts'
import { systemLine } from '../logs/kept-line.ts'
import type { HeldInstance } from './held-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { takeDown } from './take-down.ts'

/** Long enough to write a last line, too short to write much more. */
const GRACE_MS = 1000

/** Stops an instance that keeps more on disk than its plan has. It is not started again: it would write the same again. */
export async function stopForDisk(
  options: ReconcileOptions,
  held: HeldInstance,
  id: DeploymentId,
  usedBytes: number,
): Promise<undefined> {
  const limit = bytesWords(held.row.storageBytes)
  const words = `Stopped: it wrote more than its ${limit} of disk.`
  await takeDown(options, id, Math.min(GRACE_MS, options.limits.graceMs))
  await held.write({
    set: {
      state: 'Closed',
      status: 'Failed',
      stage: '',
      fault: {
        code: 'diskLimit',
        message: `${words} Deploy it again on a plan with more storage, or let it write less.`,
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
    events: [systemLine(`${words} ${bytesWords(usedBytes)} were in use.`)],
    news: {
      type: 'error',
      title: 'Instance stopped',
      message: `${held.row.name}: ${words}`,
      additionalData: { instance: held.row.id },
    },
  })
}
