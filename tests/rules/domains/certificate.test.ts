import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CertificateEvent,
  type CertificateLife,
  certificateAfter,
  noCertificate,
} from '../../../src/rules/domains/certificate.ts'

const DAY_MS = 86_400_000
const validity = { notBeforeMs: 0, expiresAtMs: 90 * DAY_MS }
const after = (events: CertificateEvent[], before = noCertificate) => events.reduce(certificateAfter, before)
const issued = after([
  { kind: 'wanted', atMs: 0 },
  { kind: 'orderStarted', atMs: 0 },
  { kind: 'issued', atMs: 1, validity },
])

test('a certificate is renewed after two thirds of its life', () => {
  expect(issued).toMatchObject({ state: 'issued', source: 'acme', nextAttemptAtMs: 60 * DAY_MS })
})

test('a renewal that fails keeps the certificate until its end, and is repeated with back-off', () => {
  let life = issued
  const delays: number[] = []
  for (let round = 0; round < 13; round += 1) {
    const atMs = 60 * DAY_MS
    life = after(
      [
        { kind: 'orderStarted', atMs },
        { kind: 'orderFailed', atMs, error: 'It failed.' },
      ],
      life,
    )
    delays.push(((life.nextAttemptAtMs ?? 0) - atMs) / 60_000)
  }
  expect(life).toMatchObject({ state: 'overdue', error: 'It failed.' })
  expect([delays[0], delays[1], delays.at(-1)]).toEqual([1, 2, 1440])
  expect(after([{ kind: 'timePassed', atMs: 90 * DAY_MS }], life).state).toBe('expired')
})

test('the time that the authority asks for is never undercut', () => {
  const failed = after([{ kind: 'orderFailed', atMs: 0, error: 'Too many.', retryAfterMs: 7_200_000 }], noCertificate)
  expect(failed).toMatchObject({ state: 'failing', nextAttemptAtMs: 7_200_000 })
})

test('an uploaded certificate is never replaced by an order', () => {
  const uploaded = after([{ kind: 'uploaded', atMs: 0, validity }], issued)
  expect(uploaded).toMatchObject({ state: 'issued', source: 'uploaded', nextAttemptAtMs: null })
  expect(after([{ kind: 'wanted', atMs: 1 }], uploaded)).toEqual(uploaded)
  expect(after([{ kind: 'timePassed', atMs: 91 * DAY_MS }], uploaded).state).toBe('expired')
})

test('a certificate that expired while nothing ran is ordered at once', () => {
  const expired = after([{ kind: 'timePassed', atMs: 100 * DAY_MS }], issued)
  expect(expired.state).toBe('expired')
  expect(expired.nextAttemptAtMs).toBeLessThan(100 * DAY_MS)
})

const atMs = fc.nat(400 * DAY_MS)
const event: fc.Arbitrary<CertificateEvent> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('wanted' as const, 'orderStarted' as const, 'removed' as const, 'timePassed' as const),
    atMs,
  }),
  fc.record({ kind: fc.constant('blocked' as const), atMs, reason: fc.constant('It is off.') }),
  fc.record({ kind: fc.constantFrom('issued' as const, 'uploaded' as const), atMs, validity: fc.constant(validity) }),
  fc.record({ kind: fc.constant('orderFailed' as const), atMs, error: fc.constant('It failed.') }),
)

test('a life that is said to be valid has a validity, and one without is never said to be', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 12 }), (events) => {
      const life: CertificateLife = after(events)
      const isShownValid = ['issued', 'renewing', 'overdue'].includes(life.state)
      if (isShownValid) expect(life.validity).not.toBeNull()
      if (life.source === 'uploaded') expect(life.nextAttemptAtMs).toBeNull()
    }),
  )
})
