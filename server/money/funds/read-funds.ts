import { sql } from 'drizzle-orm'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import { type CreditPart, forecastFunds, type ProjectRate } from '../../../src/rules/funds/forecast-funds.ts'
import { type FundsState, funded } from '../../../src/rules/funds/funds-state.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { accountKey, creditOf, receivableOf } from '../account.ts'
import type { AccountRow } from '../account-rows.ts'
import type { Lot } from '../credit/lot.ts'
import { inSpendingOrder } from '../credit/spending-order.ts'
import { type CreditById, type OrganizationCredit, projectOfScope, readCredit } from '../holds/project-holds.ts'

/** The funds of an organisation at its last metering. */
export interface OrganizationFunds {
  state: FundsState
  /** How many lots it had when the state changed, and has now; refunds are not counted. */
  knownLots: number
  lots: number
  availableMicros: bigint
  owedMicros: bigint
  rates: ProjectRate[]
  /** When use is first not covered, at the present rate; null for never. */
  endsAtMs: number | null
  isStopped: boolean
  keepsData: boolean
}

/** Reads the funds of organisations that exist. */
export const readFunds = async (
  db: DbOrTx,
  ids: readonly OrganizationId[],
  at: Date,
): Promise<Map<OrganizationId, OrganizationFunds>> => {
  if (ids.length === 0) return new Map()
  const accounts = await readAccounts(db, ids)
  const withCredit = ids.filter((id) => accounts.has(accountKey(creditOf(id))))
  const credit: CreditById = withCredit.length === 0 ? new Map() : await readCredit(db, withCredit, accounts)
  const rates = await readRates(db, ids)
  const funds = new Map<OrganizationId, OrganizationFunds>()
  for (const row of await readStates(db, ids)) {
    const own = rates.get(row.id) ?? []
    const parts = partsOf(credit.get(row.id) ?? { lots: [], holds: new Map() })
    const isValid = ({ validFromMs, expiresAtMs }: CreditPart) =>
      validFromMs <= at.getTime() && (expiresAtMs === null || at.getTime() < expiresAtMs)
    funds.set(row.id, {
      state: row.state ?? funded,
      knownLots: row.known_lots ?? 0,
      lots: Number(row.lots),
      availableMicros: parts.filter(isValid).reduce((sum, { micros }) => sum + micros, 0n),
      owedMicros: -(accounts.get(accountKey(receivableOf(row.id)))?.posted ?? 0n),
      rates: own,
      endsAtMs: forecastFunds(parts, own, at.getTime()),
      isStopped: row.is_stopped,
      keepsData: row.keeps_data,
    })
  }
  return funds
}

/** Each project spends what its hold reserves first, then what is available. */
const partsOf = ({ lots, holds }: OrganizationCredit): CreditPart[] => [
  ...[...holds].flatMap(([projectId, hold]) => inSpendingOrder(hold.lots).map((lot) => partOf(lot, projectId))),
  ...inSpendingOrder(lots).map((lot) => partOf(lot, lot.scope && projectOfScope(lot.scope))),
]

const partOf = ({ available, validFrom, expiresAt }: Lot, projectId: string | null): CreditPart => ({
  projectId,
  micros: available,
  validFromMs: validFrom.getTime(),
  expiresAtMs: expiresAt?.getTime() ?? null,
})

const readAccounts = async (db: DbOrTx, ids: readonly OrganizationId[]): Promise<Map<string, AccountRow>> => {
  const keys = ids.flatMap((id) => [accountKey(creditOf(id)), accountKey(receivableOf(id))])
  const { rows } = await db.execute<{ id: string; key: string; posted: string; held: string }>(sql`
    select id, key, posted::text, held::text from ledger_account where key = any(${sql.param(keys)}::text[])`)
  return new Map(rows.map(({ id, key, posted, held }) => [key, { id, posted: BigInt(posted), held: BigInt(held) }]))
}

const readRates = async (db: DbOrTx, ids: readonly OrganizationId[]): Promise<Map<OrganizationId, ProjectRate[]>> => {
  const { rows } = await db.execute<{ id: OrganizationId; project_id: ProjectId; daily: string }>(sql`
    select organization_id as id, project_id, sum(daily_price_micros)::text as daily from usage_interval
    where organization_id = any(${sql.param([...ids])}::uuid[]) and not settled and ended_at is null
    group by organization_id, project_id order by project_id`)
  const rates = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...rates].map(([id, own]) => [
      id,
      own.map(({ project_id: projectId, daily }) => ({ projectId, dailyMicros: BigInt(daily) })),
    ]),
  )
}

type StateRow = {
  id: OrganizationId
  state: FundsState | null
  known_lots: number | null
  lots: string
  is_stopped: boolean
  keeps_data: boolean
}

const readStates = async (db: DbOrTx, ids: readonly OrganizationId[]): Promise<StateRow[]> => {
  const { rows } = await db.execute<StateRow>(sql`
    select o.id, f.state, f.lots as known_lots,
      (select count(*) from ledger_account a join ledger_lot l on l.account_id = a.id
        where a.key = 'credit//' || o.id || '//USD' and l.source <> 'refund') as lots,
      exists (select from compute_stop s where s.organization_id = o.id) as is_stopped,
      exists (select from volume v where v.organization_id = o.id and v.state <> 'Deleting')
        or exists (select from snapshot s where s.organization_id = o.id and not s.is_remote and s.state <> 'Deleting')
        as keeps_data
    from organization o left join funds_state f on f.organization_id = o.id
    where o.id = any(${sql.param([...ids])}::uuid[]) and o.deleted_at is null order by o.id`)
  return rows
}
