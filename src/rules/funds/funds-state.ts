/**
 * How far an organisation is on the way from credit to the deletion of its data. One transition happens at a time, and each
 * sets its own deadline, so that an outage or a clock that jumps skips no notice.
 *
 * | phase   | nothing owed, more than 72 h left | nothing owed, at most 72 h left       | owing                               |
 * |---------|-----------------------------------|---------------------------------------|-------------------------------------|
 * | funded  | funded                            | low, notice                           | grace, notice                       |
 * | low     | funded if topped up or a week     | low, notice at the next threshold; a  | grace, notice                       |
 * |         | left                              | top-up begins anew                    |                                     |
 * | grace   | funded                            | low, notice                           | grace; at its end stopped, notice   |
 * | stopped | funded, resumed                   | low, resumed, notice                  | two warnings, then removed, notice  |
 * | removed | funded, resumed                   | low, resumed, notice                  | removed                             |
 *
 * An operator who resumes a stopped organisation that owes something gives it another grace.
 */
export type FundsState =
  | { phase: 'funded' }
  /** `hours` is the threshold of the last notice. */
  | { phase: 'low'; hours: NoticeHours }
  | { phase: 'grace'; untilMs: number }
  | { phase: 'stopped'; removalMs: number; warnings: 0 | 1 | 2 }
  | { phase: 'removed' }

export const noticeHours = [3, 24, 72] as const
export type NoticeHours = (typeof noticeHours)[number]

export interface FundsReading {
  atMs: number
  /** As forecast at the present rate; null for never. */
  endsAtMs: number | null
  isOwing: boolean
  /** Whether credit was added since the last notice. */
  isToppedUp: boolean
  /** Whether its instances are stopped for missing funds. */
  isStopped: boolean
  /** Whether it has volumes or snapshots. */
  keepsData: boolean
}

export interface FundsTiming {
  graceMs: number
  /** How long data is kept after the stop. */
  keptMs: number
}

/** What the transition tells the members of the organisation. */
export type FundsNotice =
  | { kind: 'low'; endsAtMs: number }
  | { kind: 'grace'; untilMs: number }
  /** Null if it keeps no data. */
  | { kind: 'stopped'; removalMs: number | null }
  | { kind: 'removalNear'; removalMs: number }
  | { kind: 'removed' }
  | { kind: 'resumed' }

export interface FundsTransition {
  state: FundsState
  notices: FundsNotice[]
  /** What happens to all that the organisation runs. */
  change: 'stop' | 'resume' | null
}

const HOUR_MS = 3_600_000
/** Changes of the rate around a threshold, such as during a deployment, repeat no notice. */
const FUNDED_FROM_HOURS = 168
/** At least this long before the data is deleted. */
const WARNED_BEFORE_MS = [72 * HOUR_MS, 24 * HOUR_MS] as const

export const funded: FundsState = { phase: 'funded' }

export function nextFundsState(before: FundsState, reading: FundsReading, timing: FundsTiming): FundsTransition {
  const { isOwing, isStopped } = reading
  const state = withinPromise(before, reading, timing)
  switch (state.phase) {
    case 'funded':
    case 'low':
      return isOwing ? beginGrace(reading, timing) : covered(state, reading)
    case 'grace':
      if (!isOwing) return covered(funded, reading)
      return reading.atMs < state.untilMs ? unchanged(state) : stop(reading, timing)
    case 'stopped':
    case 'removed': {
      if (isOwing && !isStopped) return beginGrace(reading, timing)
      if (isOwing) return state.phase === 'stopped' ? keepStopped(state, reading) : unchanged(state)
      const { state: next, notices } = covered(funded, reading)
      return { state: next, notices: [{ kind: 'resumed' }, ...notices], change: 'resume' }
    }
  }
}

const unchanged = (state: FundsState): FundsTransition => ({ state, notices: [], change: null })

/** After a clock that was set back, a deadline is no later than the time that was promised. */
function withinPromise(state: FundsState, { atMs }: FundsReading, { graceMs, keptMs }: FundsTiming): FundsState {
  if (state.phase === 'grace') return { ...state, untilMs: Math.min(state.untilMs, atMs + graceMs) }
  if (state.phase === 'stopped')
    return { ...state, removalMs: Math.min(state.removalMs, atMs + Math.max(keptMs, ...WARNED_BEFORE_MS)) }
  return state
}

function covered(before: FundsState, { atMs, endsAtMs, isToppedUp }: FundsReading): FundsTransition {
  const state = before.phase === 'low' && !isToppedUp ? before : funded
  if (endsAtMs === null) return unchanged(state)
  const leftMs = endsAtMs - atMs
  const hours = noticeHours.find((threshold) => leftMs <= threshold * HOUR_MS)
  const noticed = state.phase === 'low' ? state.hours : Number.POSITIVE_INFINITY
  if (hours !== undefined && hours < noticed)
    return { state: { phase: 'low', hours }, notices: [{ kind: 'low', endsAtMs }], change: null }
  return unchanged(leftMs > FUNDED_FROM_HOURS * HOUR_MS ? funded : state)
}

function beginGrace({ atMs }: FundsReading, { graceMs }: FundsTiming): FundsTransition {
  const untilMs = atMs + graceMs
  return { state: { phase: 'grace', untilMs }, notices: [{ kind: 'grace', untilMs }], change: null }
}

function stop({ atMs, keepsData }: FundsReading, { keptMs }: FundsTiming): FundsTransition {
  const removalMs = atMs + keptMs
  return {
    state: { phase: 'stopped', removalMs, warnings: 0 },
    notices: [{ kind: 'stopped', removalMs: keepsData ? removalMs : null }],
    change: 'stop',
  }
}

function keepStopped(state: FundsState & { phase: 'stopped' }, { atMs, keepsData }: FundsReading): FundsTransition {
  if (!keepsData) return unchanged(state)
  if (state.warnings === 2)
    return atMs < state.removalMs
      ? unchanged(state)
      : { state: { phase: 'removed' }, notices: [{ kind: 'removed' }], change: null }
  const warnedBeforeMs = WARNED_BEFORE_MS[state.warnings]
  if (atMs < state.removalMs - warnedBeforeMs) return unchanged(state)
  const removalMs = Math.max(state.removalMs, atMs + warnedBeforeMs)
  return {
    state: { phase: 'stopped', removalMs, warnings: state.warnings === 0 ? 1 : 2 },
    notices: [{ kind: 'removalNear', removalMs }],
    change: null,
  }
}
