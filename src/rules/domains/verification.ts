import type { DomainState } from '../../contract/wire/domains/domain.ts'

/** What a round of checks found. `unknown` when no resolver answered, or not all of them agree. */
export interface VerificationFindings {
  ownership: 'proved' | 'absent' | 'unknown'
  routing: 'here' | 'elsewhere' | 'unknown'
  /** Whether another organisation holds the name and still proves it. */
  isHeldByOther: boolean
}

export type VerificationEvent =
  | ({ kind: 'checked'; atMs: number } & VerificationFindings)
  /** Another organisation has proved the name, and this one proves it no longer. */
  | { kind: 'takenOver'; atMs: number }

export interface Verification {
  state: DomainState
  /** Checks since the last one that passed. */
  failures: number
  /** When a name that was proved began to fail. */
  failingSinceMs: number | null
  /** Null for never. */
  nextCheckAtMs: number | null
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** One wrong answer of a resolver must not take a site off the air. */
export const FAILURES_UNTIL_UNREACHABLE = 3
/** A name that its owner abandoned has to be proved again after this time. */
export const RELEASED_AFTER_MS = 30 * DAY_MS
const HEALTHY_EVERY_MS = 6 * HOUR_MS

/**
 * Returns the next state of a domain.
 *
 * | state         | proved, here            | not proved, or not here                          | taken over |
 * |---------------|-------------------------|--------------------------------------------------|------------|
 * | `pending`     | `verified`, unless held | `pending`                                        | `pending`  |
 * | `taken`       | `verified`, unless held | `taken`                                          | `taken`    |
 * | `verified`    | `verified`              | `unreachable` after three checks                 | `taken`    |
 * | `unreachable` | `verified`              | `pending` after 30 days without proof            | `taken`    |
 *
 * A verified domain that still leads here stays so without its proof: only who proves the name can take it over.
 */
export function verificationAfter(before: Verification, event: VerificationEvent): Verification {
  if (event.kind === 'takenOver')
    return holdsName(before.state)
      ? { state: 'taken', failures: 0, failingSinceMs: null, nextCheckAtMs: event.atMs + HOUR_MS }
      : before
  return holdsName(before.state) ? heldAfter(before, event) : claimedAfter(before, event)
}

/** Whether nobody else can have the name, and requests for it are served. */
export const holdsName = (state: DomainState): boolean => state === 'verified' || state === 'unreachable'

type Checked = Extract<VerificationEvent, { kind: 'checked' }>

function claimedAfter(before: Verification, { ownership, routing, isHeldByOther, atMs }: Checked): Verification {
  if (ownership === 'proved' && routing === 'here' && !isHeldByOther) return healthy(atMs)
  const failures = before.failures + 1
  return { state: before.state, failures, failingSinceMs: null, nextCheckAtMs: atMs + claimDelayMs(failures) }
}

function heldAfter(before: Verification, { ownership, routing, atMs }: Checked): Verification {
  if (routing === 'here') return healthy(atMs)
  const failures = before.failures + 1
  const failingSinceMs = before.failingSinceMs ?? atMs
  if (before.state === 'unreachable' && ownership !== 'proved' && atMs - failingSinceMs >= RELEASED_AFTER_MS)
    return { state: 'pending', failures: 0, failingSinceMs: null, nextCheckAtMs: atMs + HOUR_MS }
  const isUnreachable = before.state === 'unreachable' || failures >= FAILURES_UNTIL_UNREACHABLE
  return {
    state: isUnreachable ? 'unreachable' : 'verified',
    failures,
    failingSinceMs,
    nextCheckAtMs: atMs + (isUnreachable ? Math.min(claimDelayMs(failures), HOUR_MS) : MINUTE_MS),
  }
}

const healthy = (atMs: number): Verification => ({
  state: 'verified',
  failures: 0,
  failingSinceMs: null,
  nextCheckAtMs: atMs + HEALTHY_EVERY_MS,
})

const FIRST_DELAY_MS = 10_000
const MAX_DOUBLINGS = 12
const MAX_DELAY_MS = 6 * HOUR_MS

/** 10 s, 20 s, 40 s … 6 h: a record that was just set is seen soon, and a forgotten one costs little. */
const claimDelayMs = (failures: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** Math.min(failures - 1, MAX_DOUBLINGS), MAX_DELAY_MS)
