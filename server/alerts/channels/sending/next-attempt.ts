const FIRST_MS = 10_000
const MAX_MS = 3_600_000
/** No message waits longer for its next attempt. */
export const MAX_RETRY_AFTER_MS = 6 * 3_600_000
/** A message is given up after this long. */
export const GIVE_UP_MS = 24 * 3_600_000
/** Receivers that reject a message itself are tried this often. */
const REJECTED_ATTEMPTS = 5
/** Statuses that another attempt with the same message rarely changes. */
const REJECTED = new Set([400, 405, 406, 411, 413, 414, 415, 422, 431])

export interface AttemptResult {
  /** Null without a response. */
  status: number | null
  /** Whether the address itself may not be used. */
  isRejected: boolean
  retryAfter: string | undefined
}

export type Outcome = { kind: 'delivered' } | { kind: 'failed' } | { kind: 'retry'; at: Date }

interface Waiting {
  /** This attempt included. */
  attempts: number
  waitingSince: Date
}

/** Decides what follows an attempt. `random` is from 0 to 1 and spreads attempts of many channels. */
export function outcomeOf(
  result: AttemptResult,
  { attempts, waitingSince }: Waiting,
  now: Date,
  random: number,
): Outcome {
  const { status } = result
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  const isFinal = status === 410 || (status !== null && status >= 300 && status < 400)
  const isHopeless = isFinal || (status !== null && REJECTED.has(status)) || result.isRejected
  if (isFinal || (isHopeless && attempts >= REJECTED_ATTEMPTS)) return { kind: 'failed' }
  const at = now.getTime() + Math.max(backOff(attempts, random), retryAfterMs(result.retryAfter, now))
  return at - waitingSince.getTime() > GIVE_UP_MS ? { kind: 'failed' } : { kind: 'retry', at: new Date(at) }
}

/** Doubles from ten seconds up to an hour, with a fifth of jitter. */
const backOff = (attempts: number, random: number): number =>
  Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempts - 1, 20)) * (0.8 + 0.4 * random)

/** Seconds or an HTTP date. */
function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : 0
}
