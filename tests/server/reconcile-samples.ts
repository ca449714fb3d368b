import { defaultTimeLimits } from '../../server/compute/reconcile/reconcile-options.ts'
import type { Clock, Transition } from '../../server/compute/reconcile/replica/transition/next-steps.ts'
import type {
  Failure,
  ReplicaEvent,
  ReplicaRules,
  ReplicaState,
} from '../../server/compute/reconcile/replica/transition/replica-event.ts'
import { transition } from '../../server/compute/reconcile/replica/transition/transition.ts'
import type { Workload } from '../../server/engines/engine.ts'

export const NOW = Date.UTC(2026, 4, 1)
export const MINUTE = 60_000
export const clock = { nowMs: NOW, limits: defaultTimeLimits }
export const port = { containerPort: 8080, hostPort: 20_000 }
export const at = (offsetMs: number) => new Date(NOW + offsetMs)

export const starting: ReplicaState = {
  desiredState: 'active',
  state: 'Starting',
  status: 'Pending',
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
export const active: ReplicaState = {
  ...starting,
  state: 'Active',
  status: 'Deployed',
  progressMessage: '',
  publishedPorts: [port],
  observedAt: at(-MINUTE),
  deadlineAt: null,
  activeSince: at(-MINUTE),
}
export const restarting: ReplicaState = { ...starting, observedAt: at(-MINUTE), dueAt: at(500), attempts: 1 }
export const due = { ...restarting, dueAt: at(-1) }
export const tried = { ...active, attempts: 5 }
export const stable = { ...tried, activeSince: at(-6 * MINUTE) }
export const failed: ReplicaState = { ...starting, state: 'Failed-start', status: 'Failed', deadlineAt: null }
const webRules: ReplicaRules = { hasPorts: true, storageBytes: 1024 ** 3, restartPolicy: 'always', stopGraceMs: 10_000 }
const workerRules: ReplicaRules = { ...webRules, hasPorts: false, restartPolicy: 'on-failure' }

/** A replica, with the rules of its service where it is not a web server. */
export type Sample = ReplicaState & { rules?: ReplicaRules }

const rulesOf = ({ rules = webRules }: Sample): ReplicaRules => rules
export const worker = (row: Sample): Sample => ({ ...row, publishedPorts: [], rules: workerRules })
export const once = (row: Sample): Sample => ({ ...row, rules: { ...webRules, restartPolicy: 'never' } })
export const toClose = (row: Sample): Sample => ({ ...row, desiredState: 'closed' })
export const toDelete = (row: Sample): Sample => ({ ...row, desiredState: 'deleted' })
export const overdue: ReplicaState = { ...starting, deadlineAt: at(-1) }

export const apply = (row: Sample, event: ReplicaEvent, at: Clock): Transition =>
  transition(row, rulesOf(row), event, at)

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
  trigger: Partial<Extract<ReplicaEvent, { kind: 'inspected' }>> = {},
): ReplicaEvent => ({ kind: 'inspected', workload: found, ...trigger })
export const foundEnded = (exitCode: number, outage?: 'engine' | 'controlPlane') =>
  inspected(workload(ended(exitCode)), { outage })
const failure = (code: string, source: Failure['source'] = 'engine'): Failure => ({
  source,
  code,
  message: 'Why.',
})
export const afterFailures = (failures: number, code: string, source?: Failure['source']): ReplicaEvent => ({
  kind: 'failed',
  failures,
  failure: failure(code, source),
})
export const triggered = { kind: 'triggered' } as ReplicaEvent
export const exitReported = (exitCode: number, offsetMs = 0): ReplicaEvent => ({
  kind: 'triggered',
  exit: { exitCode, atMs: NOW + offsetMs },
})
export const tornDown = (kind: 'closed' | 'finished' | 'overDisk' | 'failed'): ReplicaEvent => ({
  kind: 'tornDown',
  outcome: { kind, message: 'Done.', used: 2 * 1024 ** 3, error: { code: 'exited', message: 'Why.' } },
})
