import type { Failure, ReconcileEvent, ReconcileState } from '../../server/compute/reconcile/reconcile-event.ts'
import { defaultTimeLimits } from '../../server/compute/reconcile/reconcile-options.ts'
import type { Workload } from '../../server/engines/engine.ts'

export const NOW = Date.UTC(2026, 4, 1)
export const MINUTE = 60_000
export const clock = { nowMs: NOW, limits: defaultTimeLimits }
export const port = { containerPort: 8080, hostPort: 20_000 }
export const at = (offsetMs: number) => new Date(NOW + offsetMs)

export const starting: ReconcileState = {
  name: 'web',
  containerPorts: [8080],
  storageBytes: 1024 ** 3,
  desiredState: 'active',
  state: 'Starting',
  status: 'Queued',
  progressMessage: 'Queued',
  error: null,
  publishedPorts: [],
  observedAt: null,
  finishedAt: null,
  deadlineAt: at(19 * MINUTE),
  dueAt: null,
  activeSince: null,
  attempts: 0,
}
export const active: ReconcileState = {
  ...starting,
  state: 'Active',
  status: 'Deployed',
  progressMessage: '',
  publishedPorts: [port],
  observedAt: at(-MINUTE),
  deadlineAt: null,
  activeSince: at(-MINUTE),
}
export const restarting: ReconcileState = { ...starting, observedAt: at(-MINUTE), dueAt: at(500), attempts: 1 }
export const due = { ...restarting, dueAt: at(-1) }
export const tried = { ...active, attempts: 5 }
export const stable = { ...tried, activeSince: at(-6 * MINUTE) }
export const failed: ReconcileState = { ...starting, state: 'Failed-start', status: 'Failed', deadlineAt: null }
export const worker = (row: ReconcileState): ReconcileState => ({ ...row, containerPorts: [], publishedPorts: [] })
export const toClose = (row: ReconcileState): ReconcileState => ({ ...row, desiredState: 'closed' })
export const toDelete = (row: ReconcileState): ReconcileState => ({ ...row, desiredState: 'deleted' })
export const overdue: ReconcileState = { ...starting, deadlineAt: at(-1) }

export const workload = (state: Workload['state'], ports = [port]): Workload => ({
  id: 'a',
  state,
  image: 'x',
  labels: {},
  ports,
})
export const running = workload({ kind: 'running', startedAtMs: NOW })
export const ended = (exitCode: number, outOfMemory = false) => ({
  kind: 'ended' as const,
  exitCode,
  outOfMemory,
  endedAtMs: NOW,
})
export const inspected = (
  found: Workload | undefined,
  trigger: Partial<Extract<ReconcileEvent, { kind: 'inspected' }>> = {},
): ReconcileEvent => ({ kind: 'inspected', workload: found, ...trigger })
export const foundEnded = (exitCode: number, outage?: 'engine' | 'controlPlane') =>
  inspected(workload(ended(exitCode)), { outage })
const failure = (code: string, source: Failure['source'] = 'engine'): Failure => ({
  source,
  code,
  message: 'Why.',
})
export const afterFailures = (failures: number, code: string, source?: Failure['source']): ReconcileEvent => ({
  kind: 'failed',
  failures,
  failure: failure(code, source),
})
export const triggered = { kind: 'triggered' } as ReconcileEvent
export const exitReported = (exitCode: number, offsetMs = 0): ReconcileEvent => ({
  kind: 'triggered',
  exit: { exitCode, atMs: NOW + offsetMs },
})
export const tornDown = (kind: 'closed' | 'finished' | 'overDisk' | 'failed'): ReconcileEvent => ({
  kind: 'tornDown',
  outcome: { kind, message: 'Done.', used: 2 * 1024 ** 3, error: { code: 'exited', message: 'Why.' } },
})
