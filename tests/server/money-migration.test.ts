import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkLedger } from '../../server/money/records/check-ledger.ts'
import { inSnapshot } from '../../server/money/records/in-snapshot.ts'
import { databaseBefore } from './earlier-database.ts'

test('bookings from before lots are kept: balances, causes, and the credit of organisations as one lot', async () => {
  const { client, url, firstValue, migrateToLatest } = await databaseBefore('_ledger')
  const [user, organization] = [randomUUID(), randomUUID()]
  await client.query(`
    with account as (
      insert into ledger_account (kind, user_id, organization_id) values
        ('referralCredit', '${user}', null), ('pendingPayout', '${user}', null),
        ('credit', null, '${organization}'), ('grants', null, null)
      returning id, kind
    ), booked as (
      insert into ledger_transaction (kind, reference, created_at) values
        ('referralEarned', 'referral/1/invoice/2', '2026-01-01'), ('withdrawalRequested', 'withdrawal/3', '2026-01-02'),
        ('creditGranted', 'loose', '2026-01-03')
      returning id, reference
    ), line (reference, kind, amount) as (values
      ('referral/1/invoice/2', 'referralCredit', 10), ('referral/1/invoice/2', 'grants', -10),
      ('withdrawal/3', 'referralCredit', -4), ('withdrawal/3', 'pendingPayout', 4),
      ('loose', 'credit', 9007199254740993), ('loose', 'grants', -9007199254740993)
    )
    insert into ledger_entry (transaction_id, account_id, amount_micros)
    select booked.id, account.id, line.amount from line
    join booked on booked.reference = line.reference join account on account.kind = line.kind`)
  await migrateToLatest()
  const posted = (kind: string) => firstValue(`select posted::text from ledger_account where kind = '${kind}'`)
  expect(await posted('referralCredit')).toBe('6')
  expect(await posted('pendingPayout')).toBe('4')
  expect(await posted('credit')).toBe('9007199254740993')
  expect(await posted('grants')).toBeNull()
  expect(await firstValue(`select key from ledger_account where kind = 'credit'`)).toBe(`credit//${organization}//USD`)
  expect(await firstValue(`select remaining::text || source from ledger_lot`)).toBe('9007199254740993opening')
  expect(await firstValue(`select at::date::text from ledger_transaction where key = 'withdrawal/3'`)).toBe(
    '2026-01-02',
  )
  expect(
    await firstValue(`select array_agg(cause_kind || ' ' || cause_id order by at) from ledger_transaction`),
  ).toEqual(['referral 1', 'withdrawal 3', 'creditGranted loose'])
  expect(await inSnapshot(url, checkLedger)).toEqual([])
  await expect(client.query('update ledger_entry set amount = 1')).rejects.toThrow('only added to')
})
