import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHoldFunds } from '../../server/money/holds/hold-funds.ts'
import { availableIn, balanceOf } from '../../server/money/ledger.ts'
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
let nowMs = noon.getTime()

type Step =
  | { kind: 'deploy'; project: number; price: number }
  | { kind: 'scale'; place: number; price: number }
  | { kind: 'stop'; place: number }
  | { kind: 'topUp'; amount: number }
  | { kind: 'meter'; hours: number }

const place = fc.nat({ max: 2 })
const price = fc.integer({ min: 0, max: 100 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('deploy'), project: fc.nat({ max: 1 }), price }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('scale'), place, price }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop'), place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('topUp'), amount: fc.integer({ min: 1, max: 800 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('meter'), hours: fc.integer({ min: 1, max: 60 }) }) },
)

/** Runs out of credit, and is topped up after its end: random steps seldom do. */
const debt: Step[] = [
  { kind: 'topUp', amount: 100 },
  { kind: 'deploy', project: 0, price: 40 },
  { kind: 'meter', hours: 60 },
  { kind: 'meter', hours: 60 },
  { kind: 'stop', place: 0 },
  { kind: 'meter', hours: 1 },
  { kind: 'topUp', amount: 300 },
  { kind: 'meter', hours: 1 },
]

interface Running {
  id: string
  intervalId: string
  project: number
  price: number
  startedMs: number
}
/** An interval of usage with what the model has charged of it. */
interface Used extends Pick<Running, 'project' | 'price' | 'startedMs'> {
  endedMs: number | null
  charged: number
}

/** What the ledger should contain, in numbers. */
class Model {
  available = 0
  owed = 0
  readonly held = [0, 0]
  readonly used = new Map<string, Used>()

  settle(running: readonly Running[]): void {
    for (const [project, held] of this.held.entries()) {
      let due = 0
      for (const one of this.used.values()) {
        if (one.project !== project) continue
        const cost = Math.floor((one.price * ((one.endedMs ?? nowMs) - one.startedMs)) / DAY_MS)
        due += cost - one.charged
        one.charged = cost
      }
      const fromHold = Math.min(held, due)
      this.held[project] = held - fromHold
      const fromCredit = Math.min(this.available, due - fromHold)
      this.available -= fromCredit
      this.owed += due - fromHold - fromCredit
    }
    const dailies = this.held.map((_, project) =>
      running.reduce((sum, one) => sum + (one.project === project ? one.price : 0), 0),
    )
    for (const [project, daily] of dailies.entries()) this.move(project, Math.min(0, 2 * daily - this.of(project)))
    const paid = Math.min(this.available, this.owed)
    this.available -= paid
    this.owed -= paid
    for (const [project, daily] of dailies.entries())
      if (this.of(project) <= daily) this.move(project, Math.min(this.available, 2 * daily - this.of(project)))
  }

  /** Whether a price more may run; holds it then. */
  admit(project: number, daily: number, running: readonly Running[]): boolean {
    if (daily <= 0) return true
    const isCovered = () => this.owed === 0 && this.available >= 2 * daily
    const before = { available: this.available, owed: this.owed, held: [...this.held] }
    const charged = new Map([...this.used].map(([id, one]) => [id, one.charged]))
    if (!isCovered()) this.settle(running)
    if (isCovered()) {
      this.move(project, 2 * daily)
      return true
    }
    // The settlement is rolled back with the deployment.
    Object.assign(this, before)
    for (const [id, one] of this.used) one.charged = charged.get(id) ?? 0
    return false
  }

  private of(project: number): number {
    return this.held[project] ?? 0
  }

  private move(project: number, amount: number): void {
    this.held[project] = this.of(project) + amount
    this.available -= amount
  }
}

const insertInstance = async (organizationId: OrganizationId, projectId: ProjectId, dailyPrice: number) => {
  const id = randomUUID()
  await harness.store.pool.query(
    `insert into instance (id, organization_id, project_id, name, host, region, machine_image_id, image, cpu_milli,
       memory_bytes, storage_bytes, daily_price_micros)
     values ($1, $2, $3, 'one', gen_random_uuid()::text, 'us-west', 'nano', 'one', 1, 1, 1, $4)`,
    [id, organizationId, projectId, dailyPrice],
  )
  return id
}

const play = async (steps: readonly Step[], met: Record<'accepted' | 'rejected' | 'owed' | 'refilled', number>) => {
  const { db, pool } = harness.store
  const organizationId = await harness.newOrganization()
  const projects = [randomUUID(), randomUUID()].toSorted() as ProjectId[]
  for (const id of projects)
    await pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'one')`, [id, organizationId])
  const holdFunds = createHoldFunds('sandbox', () => new Date(nowMs))
  const model = new Model()
  const running: Running[] = []
  const admit = async (project: number, more: number, change: () => Promise<unknown>): Promise<boolean> => {
    const isExpected = model.admit(project, more, running)
    const need = {
      projectId: projects[project] as ProjectId,
      dailyMicros: more,
      cause: { kind: 'instance', id: 'one' },
    }
    const outcome = await db
      .transaction((tx) => holdFunds?.(tx, organizationId, need) ?? Promise.resolve())
      .then(
        () => 'accepted' as const,
        (error: { code?: string }) => {
          expect(error.code).toBe('insufficientFunds')
          return 'rejected' as const
        },
      )
    met[outcome] += 1
    expect(outcome).toBe(isExpected ? 'accepted' : 'rejected')
    if (isExpected) await change()
    return isExpected
  }
  const start = async (one: Omit<Running, 'intervalId' | 'startedMs'>) => {
    const intervalId = await harness.use({
      organizationId,
      projectId: projects[one.project] as ProjectId,
      dailyPriceMicros: one.price,
      startedAt: new Date(nowMs),
    })
    model.used.set(intervalId, { ...one, startedMs: nowMs, endedMs: null, charged: 0 })
    return { ...one, intervalId, startedMs: nowMs }
  }
  const end = async ({ intervalId }: Running) => {
    await harness.end(intervalId, new Date(nowMs))
    const used = model.used.get(intervalId)
    if (used) used.endedMs = nowMs
  }
  for (const one of steps) {
    nowMs += 1000
    const target = 'place' in one ? running[one.place] : undefined
    switch (one.kind) {
      case 'deploy':
        await admit(one.project, one.price, async () => {
          const id = await insertInstance(organizationId, projects[one.project] as ProjectId, one.price)
          running.push(await start({ id, project: one.project, price: one.price }))
        })
        break
      case 'scale':
        if (target)
          await admit(target.project, one.price - target.price, async () => {
            await pool.query('update instance set daily_price_micros = $2 where id = $1', [target.id, one.price])
            await end(target)
            running[one.place] = await start({ ...target, price: one.price })
          })
        break
      case 'stop':
        if (!target) break
        await pool.query(`update instance set state = 'Closed' where id = $1`, [target.id])
        await end(target)
        running.splice(one.place, 1)
        break
      case 'topUp':
        // Valid for all use, so that the model needs no times.
        await harness.grant(organizationId, BigInt(one.amount), { at: new Date(nowMs), validFrom: noon })
        model.available += one.amount
        break
      case 'meter': {
        nowMs += one.hours * HOUR_MS
        const before = model.held[0]
        await Promise.all([harness.meter(new Date(nowMs)), harness.meter(new Date(nowMs))])
        model.settle(running)
        met.refilled += Number((model.held[0] ?? 0) > (before ?? 0))
      }
    }
    const credit = { kind: 'credit' as const, organizationId }
    const available = await availableIn(db, credit)
    const { rows } = await pool.query(
      `select p.project_id as id, h.remaining::int as held from project_hold p join ledger_hold h on h.id = p.hold_id
       where p.organization_id = $1`,
      [organizationId],
    )
    const held = projects.map((id) => rows.find((row) => row.id === id)?.held ?? 0)
    expect({ available: Number(available), held, owed: await harness.owed(organizationId) }).toEqual({
      available: model.available,
      held: model.held,
      owed: model.owed,
    })
    expect(await balanceOf(db, credit)).toBe(available + BigInt(held.reduce((sum, each) => sum + each, 0)))
    met.owed += Number(model.owed > 0)
  }
  // So that later histories do not meter this one.
  for (const one of running) {
    await pool.query(`update instance set state = 'Closed' where id = $1`, [one.id])
    await end(one)
  }
  await harness.meter(new Date(nowMs + HOUR_MS))
  expect(await availableIn(db, { kind: 'credit', organizationId })).toBe(
    await balanceOf(db, { kind: 'credit', organizationId }),
  )
}

test('over any sequence of deployments, scalings, stops and top-ups, what is held, available and owed is as in a naive model', async () => {
  const met = { accepted: 0, rejected: 0, owed: 0, refilled: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), (steps) => play(steps, met)),
    { numRuns: isLongRun ? 400 : 25, examples: [[debt]] },
  )
  for (const [what, count] of Object.entries(met)) expect(count, what).toBeGreaterThan(0)
  expect(await inSnapshot(harness.store.url, checkLedger)).toEqual([])
}, 180_000)
