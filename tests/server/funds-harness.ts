import { randomUUID } from 'node:crypto'
import { type Grant, grantLot } from '../../server/money/credit/grant-lot.ts'
import { createFunds, type Funds } from '../../server/money/funds/funds.ts'
import { balanceOf } from '../../server/money/ledger.ts'
import { meterUsage } from '../../server/money/metering/meter-usage.ts'
import type { Db } from '../../server/store/connection.ts'
import { usageIntervals } from '../../server/store/schema.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import type { FundsState } from '../../src/rules/funds/funds-state.ts'
import { sampleRows } from './kind-samples.ts'
import { after, noon } from './ledger-harness.ts'
import { type OrganizationHarness, organizationHarness } from './organization-harness.ts'

export const afterHours = (hours: number): Date => after(hours / 24)

export interface FundsHarness extends OrganizationHarness {
  /** Of the control plane: what calls read is of this time. */
  clock: { now: Date }
  funds: Funds
  /** A further control plane, over another database connection if that is given. */
  another(db?: Db, billing?: 'off' | 'sandbox'): Funds
  grant(organizationId: OrganizationId, amount: bigint, grant?: Partial<Grant>): Promise<string>
  /** Uses something from noon on, at a price for an hour. Returns the interval. */
  use(organizationId: OrganizationId, hourlyMicros: number, projectId?: string): Promise<string>
  addVolume(organizationId: OrganizationId): Promise<string>
  /** Books usage until a number of hours after noon, which it then is. */
  meter(hours: number): Promise<void>
  /** Does the same, and settles funds. */
  pass(hours: number): Promise<void>
  owed(organizationId: OrganizationId): Promise<number>
  state(organizationId: OrganizationId): Promise<FundsState | undefined>
  isStopped(organizationId: OrganizationId): Promise<boolean>
  /** Titles of what a user was notified of about funds, without the name of the organisation. */
  notices(userId: string): Promise<string[]>
}

/** Organisations whose usage is charged, with a clock that the test sets. */
export const fundsHarness = async (): Promise<FundsHarness> => {
  const clock = { now: noon }
  const made: { another?: FundsHarness['another'] } = {}
  const harness = await organizationHarness({}, ({ store, mailer, log }) => {
    made.another = (db = store.db, billing = 'sandbox') =>
      createFunds({ config: { billing, graceHours: 24 }, store: { db }, mailer, log, now: () => clock.now })
    return { handlers: made.another().handlers, registerRoutes: () => {}, removeCustomer: async () => {} }
  })
  const { another } = made
  if (!another) throw new Error('The harness has no funds.')
  const funds = another()
  const { db, pool } = harness.store
  const meter = async (hours: number) => {
    clock.now = afterHours(hours)
    await meterUsage(db, clock.now, (error) => {
      throw error
    })
  }
  const addProject = async (organizationId: string) =>
    (await sampleRows.project(harness.store, { organizationId } as never)) as ProjectId
  return {
    ...harness,
    clock,
    funds,
    another,
    grant: (organizationId, amount, grant = {}) =>
      db.transaction((tx) =>
        grantLot(tx, {
          organizationId,
          amount,
          source: 'purchase',
          from: { kind: 'grants' },
          kind: 'creditGranted',
          key: randomUUID(),
          cause: { kind: 'test', id: '1' },
          at: clock.now,
          ...grant,
        }),
      ),
    async use(organizationId, hourlyMicros, projectId) {
      const [row] = await db
        .insert(usageIntervals)
        .values({
          organizationId,
          projectId: (projectId as ProjectId | undefined) ?? (await addProject(organizationId)),
          instanceId: randomUUID() as never,
          subjectId: randomUUID(),
          dailyPriceMicros: hourlyMicros * 24,
          startedAt: noon,
        })
        .returning({ id: usageIntervals.id })
      return row?.id ?? ''
    },
    async addVolume(organizationId) {
      const fixture = { organizationId, projectId: await addProject(organizationId) }
      return sampleRows.volume(harness.store, fixture as never)
    },
    meter,
    async pass(hours) {
      await meter(hours)
      await funds.settle(clock.now)
    },
    owed: async (organizationId) => Number(-(await balanceOf(db, { kind: 'receivable', organizationId }))),
    async state(organizationId) {
      const { rows } = await pool.query('select state from funds_state where organization_id = $1', [organizationId])
      return rows[0]?.state
    },
    async isStopped(organizationId) {
      return (
        ((await pool.query('select from compute_stop where organization_id = $1', [organizationId])).rowCount ?? 0) > 0
      )
    },
    async notices(userId) {
      const { rows } = await pool.query<{ title: string }>(
        `select title from notification where user_id = $1 and additional_data->>'subject' = 'funds' order by sequence`,
        [userId],
      )
      return rows.map(({ title }) => title.replace(/^.*?: /, ''))
    },
  }
}
