import type { CertificateState } from '../../contract/wire/domains/domain.ts'

export interface Validity {
  notBeforeMs: number
  expiresAtMs: number
}

/** The life of a domain's certificate. */
export interface CertificateLife {
  state: CertificateState
  source: 'acme' | 'uploaded' | null
  validity: Validity | null
  /** Orders that failed since the last certificate. */
  failures: number
  error: string
  /** When an order begins; null while none is to be made. */
  nextAttemptAtMs: number | null
}

export type CertificateEvent = { atMs: number } & (
  | { kind: 'wanted' }
  /** Nothing can be ordered, for this reason. */
  | { kind: 'blocked'; reason: string }
  | { kind: 'orderStarted' }
  | { kind: 'issued'; validity: Validity }
  /** `retryAfterMs` is what the authority asked for. */
  | { kind: 'orderFailed'; error: string; retryAfterMs?: number | undefined; isFinal?: boolean | undefined }
  | { kind: 'uploaded'; validity: Validity }
  | { kind: 'removed' }
  | { kind: 'timePassed' }
)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const FIRST_RETRY_MS = MINUTE_MS
const MAX_RETRY_MS = DAY_MS
const MAX_DOUBLINGS = 11

export const noCertificate: CertificateLife = {
  state: 'none',
  source: null,
  validity: null,
  failures: 0,
  error: '',
  nextAttemptAtMs: null,
}

/** When a certificate is renewed: after two thirds of its life. */
export const renewalAtMs = ({ notBeforeMs, expiresAtMs }: Validity): number =>
  Math.round(notBeforeMs + ((expiresAtMs - notBeforeMs) * 2) / 3)

/**
 * Returns the next state of a certificate.
 *
 * | state      | wanted    | order started | issued   | order failed | uploaded | removed | time passed         |
 * |------------|-----------|---------------|----------|--------------|----------|---------|---------------------|
 * | `none`     | `waiting` | -             | -        | -            | `issued` | `none`  | -                   |
 * | `waiting`  | -         | `ordering`    | `issued` | `failing`    | `issued` | `none`  | -                   |
 * | `ordering` | -         | `ordering`    | `issued` | `failing`    | `issued` | `none`  | -                   |
 * | `failing`  | -         | `ordering`    | `issued` | `failing`    | `issued` | `none`  | -                   |
 * | `issued`   | -         | `renewing`    | `issued` | `overdue`    | `issued` | `none`  | `expired` at its end |
 * | `renewing` | -         | `renewing`    | `issued` | `overdue`    | `issued` | `none`  | `expired` at its end |
 * | `overdue`  | -         | `renewing`    | `issued` | `overdue`    | `issued` | `none`  | `expired` at its end |
 * | `expired`  | `waiting` | `ordering`    | `issued` | `failing`    | `issued` | `none`  | -                   |
 *
 * `blocked` gives `none` and `waiting` their reason, and stops the orders of all others.
 */
export function certificateAfter(before: CertificateLife, event: CertificateEvent): CertificateLife {
  // An upload ends the order that was in progress.
  if (before.source === 'uploaded' && ofOrders.has(event.kind)) return before
  switch (event.kind) {
    case 'wanted':
      return before.nextAttemptAtMs !== null ? before : scheduled(before, event.atMs)
    case 'blocked':
      return { ...before, error: event.reason, nextAttemptAtMs: null }
    case 'orderStarted':
      return { ...before, state: isValid(before, event.atMs) ? 'renewing' : 'ordering' }
    case 'issued':
      return { ...fresh, source: 'acme', validity: event.validity, nextAttemptAtMs: renewalAtMs(event.validity) }
    case 'uploaded':
      return { ...fresh, source: 'uploaded', validity: event.validity, nextAttemptAtMs: null }
    case 'removed':
      return noCertificate
    case 'orderFailed':
      return failed(before, event)
    case 'timePassed':
      return before.validity && event.atMs >= before.validity.expiresAtMs && before.state !== 'ordering'
        ? { ...before, state: before.state === 'failing' ? 'failing' : 'expired' }
        : before
  }
}

const ofOrders = new Set<CertificateEvent['kind']>(['wanted', 'blocked', 'orderStarted', 'orderFailed', 'issued'])

const fresh = { state: 'issued', failures: 0, error: '' } as const

const isValid = ({ validity }: CertificateLife, atMs: number): boolean =>
  validity !== null && atMs < validity.expiresAtMs

function scheduled(before: CertificateLife, atMs: number): CertificateLife {
  const { validity } = before
  // A renewal that was blocked meanwhile continues where it was.
  if (validity && isValid(before, atMs))
    return { ...before, error: '', nextAttemptAtMs: Math.max(atMs, renewalAtMs(validity)) }
  return { ...before, state: 'waiting', error: '', nextAttemptAtMs: atMs }
}

function failed(
  before: CertificateLife,
  { atMs, error, retryAfterMs, isFinal }: Extract<CertificateEvent, { kind: 'orderFailed' }>,
): CertificateLife {
  const failures = before.failures + 1
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures - 1, MAX_DOUBLINGS), MAX_RETRY_MS)
  return {
    ...before,
    state: isValid(before, atMs) ? 'overdue' : 'failing',
    failures,
    error,
    nextAttemptAtMs: isFinal ? null : atMs + Math.max(waitMs, retryAfterMs ?? 0),
  }
}
