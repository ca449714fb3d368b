import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findOnPath } from '../../scripts/find-on-path.ts'
import { createJobQueues } from '../../server/jobs/job-queues.ts'
import { takeSnapshots } from '../../server/money/balance-snapshots.ts'
import { balanceOf } from '../../server/money/ledger.ts'
import { postBooking } from '../../server/money/post-booking.ts'
import { createLedgerJobs } from '../../server/money/records/ledger-jobs.ts'
import { runLedger } from '../../server/money/records/run-ledger.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { type LedgerHarness, ledgerHarness, noon } from './ledger-harness.ts'
import { until } from './until.ts'

const token = 'eip155:1/erc20:0xa0b8'

let harness: LedgerHarness
let organizationId: OrganizationId
beforeEach(async () => {
  harness = await ledgerHarness()
  const { store, close } = harness
  onTestFinished(close)
  organizationId = harness.organization()
  await harness.grant(organizationId, 12_345_678n, { key: 'coupon, "SPRING"\nsecond line' })
  await harness.hold(organizationId, 1_000_000n)
  await harness.spend(organizationId, 20_000_001n, { onShortfall: 'owe' })
  await store.db.transaction((tx) =>
    postBooking(tx, {
      kind: 'creditGranted',
      key: randomUUID(),
      cause: { kind: 'chain', id: '1; 2' },
      at: new Date('2026-02-01T00:00:00Z'),
      entries: [
        { account: { kind: 'treasury', part: 'wallet', currency: token }, amount: -(10n ** 30n) },
        { account: { kind: 'exchange', currency: token }, amount: 10n ** 30n },
        { account: { kind: 'exchange' }, amount: -5n },
        { account: { kind: 'platformCredit', userId: randomUUID() as UserId }, amount: 5n },
      ],
    }),
  )
})

const command = async (...args: string[]) => {
  let output = ''
  let errors = ''
  const code = await runLedger(args, {
    env: { DATABASE_URL: harness.store.url },
    write: (text) => {
      output += text
    },
    writeError: (text) => {
      errors += text
    },
  })
  return { code, output, errors }
}

/** Makes a change that the triggers would reject, as someone who may alter tables could. */
const damage = (table: string, statement: string) =>
  harness.store.pool.query(
    `begin; alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user; commit`,
  )

/** Transactions of other databases may keep the bound of snapshots before the first entry. */
const hasSnapshot = async () => {
  await takeSnapshots(harness.store.db, noon, 1)
  const { rowCount } = await harness.store.pool.query('select from ledger_snapshot')
  return rowCount !== 0
}

test('a ledger in order is checked without a difference', async () => {
  expect(await command('check')).toEqual({ code: 0, output: 'Checked: no difference.\n', errors: '' })
})

test.each([
  [
    'ledger_account',
    `update ledger_account set posted = posted + 1 where kind = 'credit'`,
    'balance of an account and its entries',
  ],
  [
    'ledger_account',
    `update ledger_account set held = held - 1 where kind = 'credit'`,
    'held part of an account and its holds',
  ],
  ['ledger_lot', 'update ledger_lot set remaining = remaining + 1', 'remaining part of a lot and its entries'],
  ['ledger_lot', 'update ledger_lot set held = held - 1', 'held part of a lot and its entries'],
  ['ledger_hold', 'update ledger_hold set remaining = remaining - 1', 'remaining part of a hold and its entries'],
  [
    'ledger_hold_lot',
    'update ledger_hold_lot set remaining = remaining + 1',
    'what a hold reserves of a lot and its entries',
  ],
  [
    'ledger_entry',
    `update ledger_entry set amount = amount + 1 where currency = '${token}' and amount > 0`,
    'sum of the entries of a booking, which is 0',
  ],
  ['ledger_entry', 'delete from ledger_entry', 'number of bookings and of those that have entries'],
  [
    'ledger_transaction',
    'delete from ledger_transaction',
    'number of entries and of those that match a booking and an account',
  ],
  [
    'ledger_snapshot',
    'update ledger_snapshot set balance = balance + 1',
    'snapshot of a balance and the entries before it',
  ],
])(
  'a change of %s is reported with both sides: %s',
  async (table, statement, what) => {
    if (table === 'ledger_snapshot') await until(hasSnapshot, 60_000)
    await damage(table, statement)
    const { code, output } = await command('check')
    expect(code).toBe(1)
    const line = output.split('\n').find((text) => text.startsWith(what))
    const [, stored, computed] = /\tstored (-?\d+)\tcomputed (-?\d+)$/.exec(line ?? '') ?? []
    expect(stored, output).toBeDefined()
    expect(stored).not.toBe(computed)
  },
  90_000,
)

test('an unknown command and an unreachable database are errors, not differences', async () => {
  expect(await command('repair')).toMatchObject({ code: 2, output: '' })
  expect((await command('export', 'pdf')).code).toBe(2)
  expect((await command()).output).toContain('longshore-ledger')
  await harness.store.pool.query('alter table ledger_lot rename to mislaid')
  expect((await command('check')).code).toBe(2)
})

const cellsOf = (csv: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

test('the CSV has every entry with its exact amount and its cause', async () => {
  const { code, output } = await command('export', 'csv')
  expect(code).toBe(0)
  const [header = [], ...rows] = cellsOf(output)
  const entries = rows.map((cells) => Object.fromEntries(header.map((name, place) => [name, cells[place]])))
  const { rows: stored } = await harness.store.pool.query(
    'select number::text, amount::text from ledger_entry order by 1',
  )
  expect(
    entries.map(({ number, amount }) => ({ number, amount })).sort((a, b) => Number(a.number) - Number(b.number)),
  ).toEqual(stored.sort((a, b) => Number(a.number) - Number(b.number)))
  expect(entries[0]).toMatchObject({ cause_kind: 'chain', cause_id: '1; 2', at: '2026-02-01T00:00:00.000Z' })
  expect(entries.find(({ account }) => account === 'treasury')).toMatchObject({ currency: token, part: 'wallet' })
  const ofCoupon = entries.filter(({ key }) => key === 'coupon, "SPRING"\nsecond line')
  expect(ofCoupon.map(({ account, organization }) => `${account} ${organization}`).sort()).toEqual([
    `credit ${organizationId}`,
    'grants ',
  ])
})

interface Posting {
  account: string
  /** In the smallest units. */
  amount: bigint
  commodity: string
}

/** Parses the transactions of a journal. */
const parsed = (journal: string): Posting[][] =>
  journal
    .split(/\n\n/)
    .filter((text) => /^\d{4}-\d\d-\d\d \* /.test(text))
    .map((text) =>
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => {
          const [, account = '', whole = '', part = '', commodity = ''] =
            /^ {4}(\S+) {2}(-?\d+)(?:\.(\d{6}))? ("[^"]+"|[A-Z]+)$/.exec(line) ?? []
          if (account === '') throw new Error(`Not a posting: ${line}`)
          return { account, amount: BigInt(`${whole}${part}`), commodity }
        }),
    )

test('the journal is balanced, and its balances are those of the ledger with the opposite sign', async () => {
  const { code, output } = await command('export', 'hledger')
  expect(code).toBe(0)
  const transactions = parsed(output)
  expect(transactions).toHaveLength(4)
  const totals = new Map<string, bigint>()
  for (const postings of transactions) {
    const sums = new Map<string, bigint>()
    for (const { account, amount, commodity } of postings) {
      sums.set(commodity, (sums.get(commodity) ?? 0n) + amount)
      const start = account.split(':').slice(0, 3).join(':')
      totals.set(`${start} ${commodity}`, (totals.get(`${start} ${commodity}`) ?? 0n) + amount)
    }
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
  }
  const { db } = harness.store
  const credit = `liabilities:credit:${organizationId} USD`
  expect(totals.get(credit)).toBe(-(await balanceOf(db, { kind: 'credit', organizationId })))
  expect(totals.get(`assets:receivable:${organizationId} USD`)).toBe(
    -(await balanceOf(db, { kind: 'receivable', organizationId })),
  )
  expect(totals.get('revenues:revenue:compute USD')).toBe(-20_000_001n)
  expect(totals.get(`assets:treasury:wallet "${token}"`)).toBe(10n ** 30n)
})

test.skipIf(!findOnPath('hledger'))('hledger accepts the journal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'longshore-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'ledger.journal')
  await writeFile(file, (await command('export', 'hledger')).output)
  const hledger = async (...args: string[]) => (await promisify(execFile)('hledger', ['-f', file, ...args])).stdout
  await hledger('check')
  expect(await hledger('balance', 'revenue:compute', '--no-total')).toContain('-20.000001 USD')
  expect(await hledger('balance', 'treasury', '--no-total')).toContain(String(10n ** 30n))
  expect(await hledger('print', 'tag:cause=chain')).toContain('treasury')
})

test('one control plane checks the ledger each night, and logs a difference with both sides', async () => {
  await damage('ledger_lot', 'update ledger_lot set held = held - 1')
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (text: string) => void logged.push(text) })
  let now = new Date('2026-03-02T02:59:00Z')
  const queues = createJobQueues(harness.store, log)
  const jobs = [1, 2].map(() => createLedgerJobs({ store: harness.store, queues, log, now: () => now }))
  const enqueue = () => Promise.all(jobs.map((job) => job.enqueueCheck()))
  const checks = async () =>
    (await harness.store.pool.query('select day::text, differences from ledger_check where finished_at is not null'))
      .rows
  try {
    await enqueue()
    now = new Date('2026-03-02T03:01:00Z')
    await enqueue()
    await enqueue()
    jobs[0]?.start()
    await until(async () => (await checks()).length > 0, 30_000)
    expect(await checks()).toEqual([{ day: '2026-03-02', differences: 2 }])
    const { rows } = await harness.store.pool.query(
      `select count(*)::int as sent from pgboss.job where name = 'ledger-check'`,
    )
    expect(rows[0].sent).toBe(1)
    const difference = logged
      .map((text) => JSON.parse(text))
      .find(({ what }) => what === 'held part of a lot and its entries')
    expect(difference).toMatchObject({ stored: '999999', computed: '1000000' })
  } finally {
    await Promise.all(jobs.map((job) => job.stop()))
    await queues.stop()
  }
}, 60_000)
