import fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainStates } from '../../../src/contract/wire/domains/domain.ts'
import {
  holdsName,
  RELEASED_AFTER_MS,
  type Verification,
  type VerificationEvent,
  verificationAfter,
} from '../../../src/rules/domains/verification.ts'

const fresh: Verification = { state: 'pending', failures: 0, failingSinceMs: null, nextCheckAtMs: 0 }
const good = { kind: 'checked', ownership: 'proved', routing: 'here', isHeldByOther: false } as const
const bad = { kind: 'checked', ownership: 'absent', routing: 'elsewhere', isHeldByOther: false } as const
const after = (events: VerificationEvent[]) => events.reduce(verificationAfter, fresh)

test('a claim that fails is checked ever more rarely, and soon at first', () => {
  const delays: number[] = []
  let state = fresh
  for (let atMs = 0, round = 0; round < 16; round += 1) {
    state = verificationAfter(state, { ...bad, atMs })
    delays.push(((state.nextCheckAtMs ?? 0) - atMs) / 1000)
    atMs = state.nextCheckAtMs ?? 0
  }
  expect(delays.slice(0, 4)).toEqual([10, 20, 40, 80])
  expect(delays.at(-1)).toBe(21_600)
})

test('a verified domain whose records are gone is released after 30 days', () => {
  const gone = after([{ ...good, atMs: 0 }, ...[1, 2, 3].map((atMs) => ({ ...bad, atMs }))])
  expect(gone.state).toBe('unreachable')
  expect(verificationAfter(gone, { ...bad, atMs: RELEASED_AFTER_MS - 1 }).state).toBe('unreachable')
  expect(verificationAfter(gone, { ...bad, atMs: RELEASED_AFTER_MS + 1 }).state).toBe('pending')
})

test('a domain that still leads here stays verified without its proof', () => {
  expect(
    after([
      { ...good, atMs: 0 },
      { ...good, ownership: 'absent', atMs: 1 },
    ]).state,
  ).toBe('verified')
})

const findings = fc.record({
  kind: fc.constant('checked' as const),
  ownership: fc.constantFrom('proved' as const, 'absent' as const, 'unknown' as const),
  routing: fc.constantFrom('here' as const, 'elsewhere' as const, 'unknown' as const),
  isHeldByOther: fc.boolean(),
  atMs: fc.nat(10_000_000_000),
})
const verification = fc.record({
  state: fc.constantFrom(...domainStates),
  failures: fc.nat(50),
  failingSinceMs: fc.constant(null),
  nextCheckAtMs: fc.nat(),
})

test('no events give a name to whoever does not prove it, and a next check always comes', () => {
  fc.assert(
    fc.property(verification, findings, (before, event) => {
      const next = verificationAfter(before, event)
      if (!holdsName(before.state) && holdsName(next.state)) {
        expect(event).toMatchObject({ ownership: 'proved', routing: 'here', isHeldByOther: false })
      }
      expect(next.nextCheckAtMs).toBeGreaterThan(event.atMs)
      expect((next.nextCheckAtMs ?? 0) - event.atMs).toBeLessThanOrEqual(6 * 3_600_000)
    }),
  )
})

test('a name that was taken over is held no longer', () => {
  for (const state of domainStates)
    expect(holdsName(verificationAfter({ ...fresh, state }, { kind: 'takenOver', atMs: 0 }).state)).toBe(false)
})
