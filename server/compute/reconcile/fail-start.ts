import { systemLine } from '../logs/stored-line.ts'
import type { LeasedInstance } from './leased-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import { teardown } from './teardown.ts'

/** Gives a start up: says why, and removes what was made for it. */
export async function failStart(
  options: ReconcileOptions,
  leased: LeasedInstance,
  error: { code: string; message: string },
): Promise<undefined> {
  const id = leased.row.activeDeployment
  if (id && error.code !== 'engineUnreachable') await teardown(options, id, 0)
  await leased.write({
    set: {
      state: 'Failed-start',
      status: 'Failed',
      progressMessage: '',
      error: { ...error, at: new Date().toISOString() },
      publishedPorts: [],
      observedAt: new Date(),
      activeSince: null,
      deadlineAt: null,
      dueAt: null,
    },
    ended: true,
    projectTimestamp: 'lastInstanceFailedAt',
    lines: [systemLine(`Failed: ${error.message}`)],
    events: [systemLine(`Failed to start: ${error.message}`)],
    notification: {
      type: 'error',
      title: 'Instance failed to start',
      message: `${leased.row.name}: ${error.message}`,
      additionalData: { instance: leased.row.id },
    },
  })
}
