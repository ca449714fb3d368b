import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../store/connection.ts'
import { CLUSTER } from '../balance-snapshots.ts'

/** Two amounts that must be equal and are not. */
export interface Difference {
  what: string
  /** The key of an account, or the id of a booking, an entry, a lot or a hold. */
  id: string
  stored: string
  computed: string
}

const heldSum = sql`coalesce(sum(e.amount) filter (where e.hold_id is not null), 0)`
const sum = sql`coalesce(sum(e.amount), 0)`

/** Each selects `id`, `stored` and `computed` of whatever is to be equal. */
const proofs: Record<string, SQL> = {
  'balance of an account and its entries': sql`
    select a.key as id, a.posted as stored, ${sum} as computed
    from ledger_account a left join ledger_entry e on e.account_id = a.id where a.posted is not null group by a.id`,
  'held part of an account and its entries': sql`
    select a.key as id, a.held as stored, ${heldSum} as computed
    from ledger_account a left join ledger_entry e on e.account_id = a.id where a.held is not null group by a.id`,
  'balance of an account and its lots': sql`
    select a.key as id, a.posted as stored, coalesce(sum(l.remaining), 0) as computed
    from ledger_account a left join ledger_lot l on l.account_id = a.id where a.kind = 'credit' group by a.id`,
  'held part of an account and its lots': sql`
    select a.key as id, a.held as stored, coalesce(sum(l.held), 0) as computed
    from ledger_account a left join ledger_lot l on l.account_id = a.id where a.kind = 'credit' group by a.id`,
  'held part of an account and its holds': sql`
    select a.key as id, a.held as stored, coalesce(sum(h.remaining), 0) as computed
    from ledger_account a left join ledger_hold h on h.account_id = a.id where a.held is not null group by a.id`,
  'remaining part of a lot and its entries': sql`
    select l.id::text as id, l.remaining as stored, ${sum} as computed
    from ledger_lot l left join ledger_entry e on e.lot_id = l.id group by l.id`,
  'held part of a lot and its entries': sql`
    select l.id::text as id, l.held as stored, ${heldSum} as computed
    from ledger_lot l left join ledger_entry e on e.lot_id = l.id group by l.id`,
  'remaining part of a hold and its entries': sql`
    select h.id::text as id, h.remaining as stored, ${sum} as computed
    from ledger_hold h left join ledger_entry e on e.hold_id = h.id group by h.id`,
  'what a hold reserves of a lot and its entries': sql`
    select hold_id || ' ' || lot_id as id, o.remaining as stored, e.amount as computed
    from ledger_hold_lot o full join (
      select hold_id, lot_id, sum(amount) as amount from ledger_entry where hold_id is not null group by hold_id, lot_id
    ) as e using (hold_id, lot_id)`,
  'sum of the entries of a booking, which is 0': sql`
    select e.transaction_id || ' ' || e.currency as id, 0::numeric as stored, sum(e.amount) as computed
    from ledger_entry e group by e.transaction_id, e.currency`,
  'number of bookings and of those that have entries': sql`
    select 'all' as id, (select count(*) from ledger_transaction)::numeric as stored,
      (select count(*) from ledger_transaction t
        where exists (select from ledger_entry e where e.transaction_id = t.id))::numeric as computed`,
  'number of entries and of those that match a booking and an account': sql`
    select 'all' as id, (select count(*) from ledger_entry)::numeric as stored,
      (select count(*) from ledger_entry e join ledger_transaction t on t.id = e.transaction_id
        join ledger_account a on a.id = e.account_id and a.currency = e.currency)::numeric as computed`,
  'revenue of a booking of usage and its lines': sql`
    select t.id::text as id, coalesce(sum(e.amount) filter (where a.kind = 'revenue'), 0) as stored,
      (select sum(line) from usage_charge c, unnest(c.amounts) as line where c.booking_id = t.id) as computed
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
    where t.id in (select booking_id from usage_charge) group by t.id`,
  'snapshot of a balance and the entries before it': sql`
    select a.key || ' ' || s.bound as id, s.balance as stored, ${sum} as computed
    from ledger_snapshot s join ledger_account a on a.id = s.account_id
    left join ledger_entry e on e.account_id = a.id and e.xid < s.bound
    where s.cluster = ${CLUSTER} group by a.key, s.bound, s.balance`,
}

/** Compares stored balances with the sums of their entries. Call it in one snapshot of the database: see `inSnapshot`. */
export const checkLedger = async (tx: Tx): Promise<Difference[]> => {
  const differences: Difference[] = []
  for (const [what, proof] of Object.entries(proofs)) {
    const { rows } = await tx.execute<Omit<Difference, 'what'>>(sql`
      select id, stored::text as stored, computed::text as computed
      from (${proof}) as compared where stored is distinct from computed order by id`)
    differences.push(...rows.map((row) => ({ what, ...row })))
  }
  return differences
}
