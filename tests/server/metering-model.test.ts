import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { isLongRun } from '../long-runs.ts'
import { noon } from './ledger-harness.ts'
import { type MeteringHarness, meteringHarness } from './metering-harness.ts'

let harness: MeteringHarness
beforeAll(async () => {
  harness = await meteringHarness()
})
afterAll(() => harness.close())

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HOURS = 72
/** Each history has days of its own, so that earlier ones are settled. */
let historyStartMs = noon.getTime()
const timeOf = (ms: number) => new Date(historyStartMs + ms)

const costOf = (price: number, ms: number) => Math.floor((price * Math.max(0, ms)) / DAY_MS)

const hour = fc.integer({ min: 0, max: HOURS - 1 })
const ms = fc.integer({ min: 0, max: HOURS * HOUR_MS - 1 })
/** A replica from its start to its end; scaling adds some, a crash ends one and starts the next. */
const replica = fc.record({
  project: fc.nat({ max: 1 }),
  price: fc.integer({ min: 0, max: 150 }),
  start: ms,
  duration: fc.oneof(fc.integer({ min: 0, max: HOUR_MS }), fc.integer({ min: 0, max: HOURS * HOUR_MS })),
  /** For how long its end was not known. */
  late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 30 * HOUR_MS })),
})
const pattern = fc.array(replica, { minLength: 1, maxLength: 8 }).map((replicas) =>
  replicas.map(({ start, duration, ...rest }) => ({
    ...rest,
    start,
    end: Math.min(start + duration, HOURS * HOUR_MS),
  })),
)
type Replica = typeof pattern extends fc.Arbitrary<(infer R)[]> ? R : never
const passes = fc.uniqueArray(hour, { minLength: 0, maxLength: 12 }).map((hours) => hours.toSorted((a, b) => a - b))

/** Starts, ends and counts what a pattern says, as it becomes known. Returns the ids of the intervals. */
const play = async (
  organizationId: OrganizationId,
  replicas: readonly Replica[],
  hours: readonly number[],
  { projects = [randomUUID(), randomUUID()], planes = 1, isLate = true } = {},
) => {
  const ids = new Map<Replica, string>()
  const ended = new Set<Replica>()
  for (const pass of [...hours.map((at) => at * HOUR_MS), (HOURS + 48) * HOUR_MS]) {
    for (const one of replicas) {
      const knownMs = one.end + (isLate ? one.late : 0)
      if (one.start < pass && !ids.has(one))
        ids.set(
          one,
          await harness.use({
            organizationId,
            projectId: projects[one.project] as ProjectId,
            dailyPriceMicros: one.price,
            startedAt: timeOf(one.start),
          }),
        )
      const id = ids.get(one)
      if (id === undefined || ended.has(one) || knownMs > pass) continue
      ended.add(one)
      await harness.end(id, timeOf(one.end))
    }
    await Promise.all(Array.from({ length: planes }, () => harness.meter(timeOf(pass))))
  }
  return ids
}

const nextHistory = () => {
  historyStartMs += (HOURS + 100) * HOUR_MS
}

test('over any pattern of starts, stops, crashes and late ends, each interval is charged its time, rounded down once', async () => {
  let reduced = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(pattern, { minLength: 1, maxLength: 3 }),
      passes,
      fc.integer({ min: 1, max: 2 }),
      async (all, hours, planes) => {
        nextHistory()
        const before = await harness.earned()
        let total = 0
        for (const replicas of all) {
          const organizationId = await harness.newOrganization()
          for (const amount of [20n, 50n])
            await harness.grant(organizationId, amount, { at: timeOf(0), expiresAt: timeOf(Number(amount) * HOUR_MS) })
          const ids = await play(organizationId, replicas, hours, { planes })
          let own = 0
          for (const [one, id] of ids) {
            const expected = costOf(one.price, one.end - one.start)
            expect(await harness.charged(id)).toEqual({ lines: expected, counted: expected, settled: true })
            own += expected
          }
          const { rows } = await harness.store.pool.query(
            `select coalesce(-sum(e.amount), 0)::int as paid, count(*) filter (where t.kind = 'usageAdjusted')::int as reduced
           from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
           join ledger_account a on a.id = e.account_id and a.organization_id is not null
           where t.cause_kind = 'usage' and t.cause_id = $1`,
            [organizationId],
          )
          expect(rows[0].paid).toBe(own)
          reduced += rows[0].reduced
          expect(await harness.owed(organizationId)).toBeLessThanOrEqual(own)
          total += own
        }
        expect((await harness.earned()) - before).toBe(total)
      },
    ),
    { numRuns: isLongRun ? 300 : 20 },
  )
  expect(reduced).toBeGreaterThan(3)
  expect(await inSnapshot(harness.store.url, checkLedger)).toEqual([])
}, 180_000)

const lot = fc.record({
  amount: fc.integer({ min: 1, max: 60 }),
  from: fc.integer({ min: 0, max: 40 }),
  hours: fc.integer({ min: 1, max: 40 }),
  scope: fc.constantFrom(null, 0, 1),
})

interface ModelLot {
  amount: number
  from: number
  until: number
  scope: number | null
}

/** Spends micro-dollar by micro-dollar and hour by hour; after each pass, what is available pays what is owed. */
const spendNaively = (replicas: readonly Replica[], lots: readonly ModelLot[], hours: readonly number[]) => {
  const left = lots.map(({ amount }) => amount)
  const paid = lots.map(() => 0)
  let owed = 0
  const take = (tick: number, isInScope: (scope: number | null) => boolean): number | undefined => {
    const [best] = lots
      .map((one, place) => ({ ...one, place }))
      .filter(
        ({ from, until, scope, place }) => from <= tick && tick < until && isInScope(scope) && (left[place] ?? 0) > 0,
      )
      .toSorted(
        (one, other) =>
          one.until - other.until || Number(one.scope === null) - Number(other.scope === null) || one.from - other.from,
      )
    if (best) left[best.place] = (left[best.place] ?? 0) - 1
    return best?.place
  }
  const passes = new Set([...hours, HOURS + 48])
  for (let tick = 0; tick <= HOURS + 48; tick += 1) {
    while (passes.has(tick) && owed > 0 && take(tick, (scope) => scope === null) !== undefined) owed -= 1
    for (const { project, price, start, end } of replicas) {
      const until = (edge: number) => costOf(price, Math.min(end, edge * HOUR_MS) - start)
      for (let micro = until(tick); micro < until(tick + 1); micro += 1) {
        const place = take(tick, (scope) => scope === null || scope === project)
        if (place === undefined) owed += 1
        else paid[place] = (paid[place] ?? 0) + 1
      }
    }
  }
  return { paid, owed }
}

test('whenever usage is booked, the lots pay that were valid at the time of use, as in a naive model', async () => {
  const met = { paid: 0, owed: 0 }
  await fc.assert(
    fc.asyncProperty(pattern, passes, fc.array(lot, { minLength: 1, maxLength: 4 }), async (replicas, hours, given) => {
      nextHistory()
      const organizationId = await harness.newOrganization()
      const projects = [randomUUID(), randomUUID()]
      // Lots of a project expire before the general ones: otherwise the result depends on which project is first.
      const ends = new Set<number>()
      const lots = given
        .map(({ hours: length, ...one }) => ({ ...one, until: one.from + length + (one.scope === null ? 80 : 0) }))
        .filter(({ until }) => !ends.has(until) && ends.add(until))
      const ids: string[] = []
      for (const { amount, from, until, scope } of lots)
        ids.push(
          await harness.grant(organizationId, BigInt(amount), {
            at: timeOf(0),
            validFrom: timeOf(from * HOUR_MS),
            expiresAt: timeOf(until * HOUR_MS),
            ...(scope === null ? {} : { scope: `project/${projects[scope]}` }),
          }),
        )
      const expected = spendNaively(replicas, lots, hours)
      await play(organizationId, replicas, hours, { projects, isLate: false })
      const { rows } = await harness.store.pool.query(
        `select e.lot_id as id, -sum(e.amount)::int as paid from ledger_transaction t join ledger_entry e on e.transaction_id = t.id
         where t.cause_kind = 'usage' and t.cause_id = $1 and e.lot_id is not null group by e.lot_id`,
        [organizationId],
      )
      const paid = ids.map((id) => rows.find((row) => row.id === id)?.paid ?? 0)
      expect(paid).toEqual(expected.paid)
      expect(await harness.owed(organizationId)).toBe(expected.owed)
      met.paid += paid.reduce((sum, one) => sum + one, 0)
      met.owed += expected.owed
    }),
    { numRuns: isLongRun ? 400 : 25 },
  )
  expect(met.paid).toBeGreaterThan(50)
  expect(met.owed).toBeGreaterThan(50)
}, 180_000)
