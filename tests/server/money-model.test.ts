import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Overdrawn } from '../../server/money/booking.ts'
import { refillHold, releaseHold, takeFromHold } from '../../server/money/credit/hold-credit.ts'
import { balanceOf } from '../../server/money/ledger.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { isLongRun } from '../long-runs.ts'
import { after, type LedgerHarness, ledgerHarness, noon } from './ledger-harness.ts'

let harness: LedgerHarness
beforeAll(async () => {
  harness = await ledgerHarness()
})
afterAll(() => harness.close())

interface ModelLot {
  expiresOn: number | null
  scope: string | null
  /** Single micro-dollars: by what they are held, if by anything. */
  units: (number | null)[]
}

/** What an organisation has, spent micro-dollar by micro-dollar. */
class Model {
  readonly lots: ModelLot[] = []
  owed = 0
  spent = 0
  holds = 0

  private usable(day: number, scope: string | null, holder: number | null): ModelLot[] {
    return this.lots
      .filter((lot) => (lot.expiresOn === null || lot.expiresOn > day) && (lot.scope === null || lot.scope === scope))
      .filter((lot) => lot.units.includes(holder))
      .sort((one, other) => {
        if (one.expiresOn !== other.expiresOn) return (one.expiresOn ?? 99) - (other.expiresOn ?? 99)
        return Number(one.scope === null) - Number(other.scope === null)
      })
  }

  /** Moves units one by one; returns how many were missing, after undoing all if any may not be. */
  private move(amount: number, day: number, scope: string | null, from: number | null, to: number | 'gone'): boolean {
    const before = this.lots.map(({ units }) => [...units])
    for (let moved = 0; moved < amount; moved += 1) {
      const [lot] = this.usable(day, scope, from)
      if (!lot) {
        for (const [place, units] of before.entries()) (this.lots[place] as ModelLot).units = units
        return false
      }
      const at = lot.units.indexOf(from)
      if (to === 'gone') lot.units.splice(at, 1)
      else lot.units[at] = to
    }
    return true
  }

  spend(amount: number, day: number, scope: string | null, mayOwe: boolean): boolean {
    let covered = amount
    while (mayOwe && covered > 0 && !this.move(covered, day, scope, null, 'gone')) covered -= 1
    if (!mayOwe && !this.move(amount, day, scope, null, 'gone')) return false
    this.owed += amount - covered
    this.spent += amount
    return true
  }

  hold(amount: number, scope: string | null, hold: number): boolean {
    return this.move(amount, 0, scope, null, hold)
  }

  take(amount: number, day: number, scope: string | null, hold: number): boolean {
    const isTaken = this.move(amount, day, scope, hold, 'gone')
    if (isTaken) this.spent += amount
    return isTaken
  }

  release(amount: number, hold: number): boolean {
    const held = this.lots.flatMap(({ units }) => units).filter((unit) => unit === hold).length
    if (held < amount) return false
    for (let moved = 0; moved < amount; moved += 1) {
      // The lot that would be used last: regardless of scope, because all of the hold is within it.
      const lots = this.lots.filter(({ units }) => units.includes(hold))
      lots.sort(
        (one, other) =>
          (other.expiresOn ?? 99) - (one.expiresOn ?? 99) || Number(other.scope === null) - Number(one.scope === null),
      )
      const units = lots[0]?.units ?? []
      units[units.indexOf(hold)] = null
    }
    return true
  }
}

const amount = fc.integer({ min: 1, max: 12 })
const day = fc.integer({ min: 0, max: 3 })
const scope = fc.constantFrom(null, 'a', 'b')
const step = fc.oneof(
  // Lots of one expiry and scope would be equal, and their order random: each combination is granted once.
  fc.record({ kind: fc.constant('grant' as const), amount, expiresOn: fc.constantFrom(null, 1, 2, 3), scope }),
  fc.record({ kind: fc.constant('grant' as const), amount, expiresOn: fc.constantFrom(null, 1, 2, 3), scope }),
  fc.record({ kind: fc.constant('spend' as const), amount, day, scope, mayOwe: fc.boolean() }),
  fc.record({ kind: fc.constant('hold' as const), amount, scope }),
  fc.record({
    kind: fc.constantFrom('take' as const, 'release' as const, 'refill' as const),
    amount,
    day,
    hold: fc.nat({ max: 1 }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
/** Without these, few histories have a hold that can be refilled. */
const start: Step[] = [
  { kind: 'grant', amount: 12, expiresOn: null, scope: null },
  { kind: 'hold', amount: 3, scope: null },
]
const histories = fc.array(
  fc.array(step, { minLength: 5, maxLength: 25 }).map((steps) => [...start, ...steps]),
  { minLength: 2, maxLength: 4 },
)

const met: Record<string, number> = {}

const run = async (organizationId: OrganizationId, steps: Step[], model: Model) => {
  const holds: { id: string; scope: string | null }[] = []
  const lots: string[] = []
  for (const one of steps) {
    const key = randomUUID()
    const named = { key, cause: { kind: 'test', id: key }, at: noon }
    const scopesOf = (name: string | null) => (name === null ? [] : [name])
    let expected = true
    let attempt: () => Promise<unknown>
    if (one.kind === 'grant') {
      if (model.lots.some((lot) => lot.expiresOn === one.expiresOn && lot.scope === one.scope)) continue
      model.lots.push({
        expiresOn: one.expiresOn,
        scope: one.scope,
        units: Array.from({ length: one.amount }, () => null),
      })
      attempt = async () =>
        lots.push(
          await harness.grant(organizationId, BigInt(one.amount), {
            key,
            ...(one.expiresOn === null ? {} : { expiresAt: after(one.expiresOn) }),
            ...(one.scope === null ? {} : { scope: one.scope }),
          }),
        )
    } else if (one.kind === 'spend') {
      expected = model.spend(one.amount, one.day, one.scope, one.mayOwe)
      const spending = {
        key,
        usedAt: after(one.day),
        scopes: scopesOf(one.scope),
        onShortfall: one.mayOwe ? 'owe' : 'reject',
      } as const
      attempt = async () => {
        await harness.spend(organizationId, BigInt(one.amount), spending)
        expect(await harness.spend(organizationId, BigInt(one.amount), spending)).toBe(false)
      }
    } else if (one.kind === 'hold') {
      expected = model.hold(one.amount, one.scope, holds.length)
      attempt = async () =>
        holds.push({
          id: await harness.hold(organizationId, BigInt(one.amount), { key, scopes: scopesOf(one.scope) }),
          scope: one.scope,
        })
    } else {
      const hold = holds[one.hold]
      if (!hold) continue
      const change = { ...named, holdId: hold.id, amount: BigInt(one.amount) }
      if (one.kind === 'take') expected = model.take(one.amount, one.day, hold.scope, one.hold)
      else if (one.kind === 'refill') expected = model.hold(one.amount, hold.scope, one.hold)
      else expected = model.release(one.amount, one.hold)
      const use = { ...change, usedAt: after(one.day), to: { kind: 'revenue', part: 'compute' } as const }
      attempt = () =>
        harness.store.db.transaction((tx) =>
          one.kind === 'take'
            ? takeFromHold(tx, use)
            : one.kind === 'refill'
              ? refillHold(tx, change)
              : releaseHold(tx, change),
        )
    }
    const outcome = await attempt().then(
      () => true,
      (error: unknown) => {
        if (error instanceof Overdrawn) return false
        throw error
      },
    )
    expect(outcome, JSON.stringify(one)).toBe(expected)
    const name = `${one.kind} ${expected ? 'done' : 'rejected'}`
    met[name] = (met[name] ?? 0) + 1
  }
  const { rows } = await harness.store.pool.query(
    `select l.id, l.remaining::int, l.held::int from ledger_lot l where l.id = any($1)`,
    [lots],
  )
  for (const [place, id] of lots.entries()) {
    const units = model.lots[place]?.units ?? []
    expect(rows.find((row) => row.id === id)).toMatchObject({
      remaining: units.length,
      held: units.filter((unit) => unit !== null).length,
    })
  }
  for (const [place, { id }] of holds.entries()) {
    const held = await harness.store.pool.query('select remaining::int from ledger_hold where id = $1', [id])
    expect(held.rows[0].remaining).toBe(
      model.lots.flatMap(({ units }) => units).filter((unit) => unit === place).length,
    )
  }
  expect(await balanceOf(harness.store.db, { kind: 'receivable', organizationId })).toBe(BigInt(-model.owed))
}

test('interleaved operations of several organisations have the results of a model that counts single micro-dollars', async () => {
  const revenue = { kind: 'revenue', part: 'compute' } as const
  await fc.assert(
    fc.asyncProperty(histories, async (all) => {
      const before = await balanceOf(harness.store.db, revenue)
      const models = all.map(() => new Model())
      await Promise.all(all.map((steps, place) => run(harness.organization(), steps, models[place] as Model)))
      const spent = models.reduce((sum, model) => sum + model.spent, 0)
      expect(await balanceOf(harness.store.db, revenue)).toBe(before + BigInt(spent))
    }),
    { numRuns: isLongRun ? 300 : 15 },
  )
  expect(await inSnapshot(harness.store.url, checkLedger)).toEqual([])
  for (const kind of [
    'grant done',
    'spend done',
    'spend rejected',
    'hold done',
    'hold rejected',
    'take done',
    'release done',
    'refill done',
  ])
    expect(met[kind], JSON.stringify(met)).toBeGreaterThan(0)
}, 180_000)
