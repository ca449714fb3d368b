import { systemLine } from '../logs/kept-line.ts'
import type { HeldInstance } from './held-instance.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

export const LAST_LINES_MS = 3000

/** Gives a start up: says why, and removes what was made for it. */
export async function failStart(
  { engine, logs }: ReconcileOptions,
  held: HeldInstance,
  fault: { code: string; message: string },
): Promise<undefined> {
  const id = held.row.activeDeployment
  if (id && fault.code !== 'engineUnreachable') {
    const workload = await engine.inspect(id)
    if (workload) {
      await engine.stop(id, 0)
      await logs.drain(id, LAST_LINES_MS)
    }
    await engine.remove(id)
    await logs.forget(id)
  }
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
