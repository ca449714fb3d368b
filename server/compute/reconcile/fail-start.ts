import { systemLine } from '../logs/kept-line.ts'
import type { HeldInstance } from './held-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { takeDown } from './take-down.ts'

/** Gives a start up: says why, and removes what was made for it. */
export async function failStart(
  options: ReconcileOptions,
  held: HeldInstance,
  fault: { code: string; message: string },
): Promise<undefined> {
  const id = held.row.activeDeployment
  if (id && fault.code !== 'engineUnreachable') await takeDown(options, id, 0)
  await held.write({
    set: {
      state: 'Failed-start',
      status: 'Failed',
      stage: '',
      fault: { ...fault, at: new Date().toISOString() },
      publishedPorts: [],
      observedAt: new Date(),
      activeSince: null,
      deadlineAt: null,
      dueAt: null,
    },
    ended: true,
    moment: 'lastInstanceFailedAt',
    lines: [systemLine(`Failed: ${fault.message}`)],
    events: [systemLine(`Failed to start: ${fault.message}`)],
    news: {
      type: 'error',
      title: 'Instance failed to start',
      message: `${held.row.name}: ${fault.message}`,
      additionalData: { instance: held.row.id },
    },
  })
}
