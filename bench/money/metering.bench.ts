import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { grantLot } from '../../server/money/credit/grant-lot.ts'
import { settleFunds } from '../../server/money/funds/settle-funds.ts'
import { meterUsage } from '../../server/money/metering/meter-usage.ts'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { median, printFigure } from '../support/figures.ts'
import { at, cause, startBenchLedger } from './bench-ledger.ts'

const INSTANCES = 10_000
const ORGANIZATIONS = 500
const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const ROUNDS = 15
/** Of the last minute: finding out whose credit ends, as a part of the whole. */
let settleMs = 0

const { db, pool, url, stop } = await startBenchLedger(6)

const minute = (count: number) => new Date(at.getTime() + count * MINUTE_MS)
const HOUR_MS = 60 * MINUTE_MS
const funds = {
  db,
  mailer: { ready: async () => {}, send: async () => {}, nudge: () => {} },
  log: pino({ level: 'error' }),
  timing: { graceMs: 1000 * HOUR_MS, keptMs: 1000 * HOUR_MS },
}
const meter = async (until: Date) => {
  const startedMs = performance.now()
  await meterUsage(db, until, (error) => {
    throw error
  })
  const bookedMs = performance.now()
  await settleFunds(funds, until)
  settleMs = performance.now() - bookedMs
  return performance.now() - startedMs
}

const createUsage = async () => {
  const ids = Array.from({ length: ORGANIZATIONS }, () => randomUUID() as OrganizationId)
  await pool.query(
    `insert into organization (id, name, username, site_id, compute_id, storage_id)
     select id, id::text, id::text, gen_random_uuid(), gen_random_uuid(), gen_random_uuid() from unnest($1::uuid[]) as id`,
    [ids],
  )
  // A fifth has no credit, and others have two lots.
  for (const [place, organizationId] of ids.entries())
    for (let lot = 0; lot < place % 5 && lot < 2; lot += 1)
      await db.transaction((tx) =>
        grantLot(tx, {
          organizationId,
          amount: 10n ** 12n,
          source: 'coupon',
          from: { kind: 'grants' },
          kind: 'creditGranted',
          key: randomUUID(),
          cause,
          at,
          ...(lot === 0 ? {} : { expiresAt: minute(10 * DAY_MINUTES) }),
        }),
      )
  await pool.query(
    `insert into usage_interval (organization_id, project_id, instance_id, subject_id, daily_price_micros, started_at)
     select ($1::uuid[])[1 + n % $2], gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 100000 + n, $3
     from generate_series(1, $4::int) as n`,
    [ids, ORGANIZATIONS, at, INSTANCES],
  )
  await pool.query('vacuum analyze')
}

try {
  await createUsage()
  await meter(minute(1))
  const times: number[] = []
  for (let round = 2; round < ROUNDS + 2; round += 1) {
    // One in a hundred restarts, and ended before the last minute.
    await pool.query(
      `with ended as (
         update usage_interval set ended_at = $1 where id in
           (select id from usage_interval where ended_at is null order by random() limit $2) returning *
       ) insert into usage_interval (organization_id, project_id, instance_id, subject_id, daily_price_micros, started_at)
       select organization_id, project_id, instance_id, subject_id, daily_price_micros, $3 from ended`,
      [new Date(minute(round - 1).getTime() - 1000), INSTANCES / 100, minute(round - 1)],
    )
    times.push(await meter(minute(round)))
  }
  const settling = settleMs
  const idle = await meter(minute(ROUNDS + 1))
  const day = await meter(minute(ROUNDS + 1 + DAY_MINUTES))
  printFigure(
    `metering of ${INSTANCES.toLocaleString('en')} instances in ${ORGANIZATIONS} organisations, one minute`,
    median(times),
    'ms',
    2000,
    `longest ${Math.max(...times).toFixed(0)} ms; ${settling.toFixed(0)} ms of the last one are for funds; a second control plane in the same minute ${idle.toFixed(0)} ms; a day at once ${day.toFixed(0)} ms`,
  )
  const differences = await inSnapshot(url, checkLedger)
  if (differences.length > 0) throw new Error(`The ledger differs from its entries: ${JSON.stringify(differences)}`)
} finally {
  await stop()
}
