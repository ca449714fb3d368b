import { sql } from 'drizzle-orm'
import type { OrganizationId, ProjectId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { prepareStatement } from '../../store/prepare-statement.ts'
import { ledgerHolds, projectHolds } from '../../store/schema.ts'
import { creditOf } from '../account.ts'
import { type AccountRow, rowIn } from '../account-rows.ts'
import type { Lot } from '../credit/lot.ts'
import { availableLots, type LotRow, lotFrom } from '../credit/lot-rows.ts'
import type { LotShare } from '../credit/spending-order.ts'

export interface ProjectHold {
  id: string
  /** The reserved part of each lot. */
  lots: Lot[]
}

/** The credit of an organisation. What is taken from its lots and holds is subtracted at once. */
export interface OrganizationCredit {
  /** What is available of them. */
  lots: Lot[]
  holds: Map<ProjectId, ProjectHold>
}

export type CreditById = ReadonlyMap<OrganizationId, OrganizationCredit>

/** The scopes of projects begin with it; the project's id follows. */
export const PROJECT_SCOPE = 'project/'

/** All scopes that the use of a project is within. */
export const scopesOf = (projectId: ProjectId): string[] => [`${PROJECT_SCOPE}${projectId}`]

/** Returns the only project that credit of a scope may be spent in. */
export const projectOfScope = (scope: string): string => scope.slice(PROJECT_SCOPE.length)

export const heldIn = ({ lots }: Pick<ProjectHold, 'lots'>): bigint =>
  lots.reduce((sum, { available }) => sum + available, 0n)

/** Reads the credit of organisations. To spend from it, their accounts must be locked. */
export const readCredit = async (
  tx: DbOrTx,
  organizationIds: readonly OrganizationId[],
  rows: ReadonlyMap<string, AccountRow>,
): Promise<CreditById> => {
  const byAccount = new Map(organizationIds.map((id) => [rowIn(rows, creditOf(id)).id, id]))
  const credit = new Map<OrganizationId, OrganizationCredit>(
    organizationIds.map((id) => [id, { lots: [], holds: new Map() }]),
  )
  for (const lot of await availableLots(tx, [...byAccount.keys()])) {
    const id = byAccount.get(lot.accountId)
    if (id) credit.get(id)?.lots.push(lot)
  }
  const { rows: held } = await tx.execute<HeldRow>(sql`
    select h.organization_id, h.project_id, h.hold_id, l.id, l.account_id, l.scope, l.valid_from::text, l.expires_at::text,
      o.remaining::text as available
    from project_hold h
    left join (ledger_hold_lot o join ledger_lot l on l.id = o.lot_id) on o.hold_id = h.hold_id and o.remaining > 0
    where h.organization_id = any(${sql.param([...organizationIds])}::uuid[])
    order by h.project_id`)
  for (const row of held) {
    const holds = credit.get(row.organization_id)?.holds
    const hold = holds?.get(row.project_id) ?? { id: row.hold_id, lots: [] }
    holds?.set(row.project_id, hold)
    if (row.id !== null) hold.lots.push(lotFrom({ ...row, id: row.id }))
  }
  return credit
}

const selectProjectCredit = prepareStatement<
  Omit<LotRow, 'id'> & { id: string | null; hold_id: string | null },
  'accountId' | 'projectId'
>(
  'select_project_credit',
  sql`
    select p.hold_id, l.id, l.account_id, l.scope, l.valid_from::text, l.expires_at::text,
      (l.remaining - l.held)::text as available
    from (values (true)) as one
    left join project_hold p on p.project_id = ${sql.placeholder('projectId')}::uuid
    left join ledger_lot l on l.account_id = ${sql.placeholder('accountId')}::uuid and l.remaining > l.held`,
)

/** As `readCredit`, with the hold of one project and not what it reserves, for whoever adds to it: one round trip. */
export const readProjectCredit = async (
  tx: Tx,
  accountId: string,
  projectId: ProjectId,
): Promise<OrganizationCredit> => {
  const rows = await selectProjectCredit(tx, { accountId, projectId })
  const holdId = rows[0]?.hold_id
  return {
    lots: rows.flatMap((row) => (row.id === null ? [] : [lotFrom({ ...row, id: row.id })])),
    holds: new Map(holdId ? [[projectId, { id: holdId, lots: [] }]] : []),
  }
}

type HeldRow = Omit<LotRow, 'id'> & {
  id: string | null
  organization_id: OrganizationId
  project_id: ProjectId
  hold_id: string
}

/** Returns the hold of a project, and creates one if it has none. Requires that the account of its organisation is locked. */
export const holdOf = async (
  tx: Tx,
  { holds }: OrganizationCredit,
  { organizationId, projectId, accountId, at }: HoldOwner,
): Promise<ProjectHold> => {
  const existing = holds.get(projectId)
  if (existing) return existing
  const [created] = await tx
    .insert(ledgerHolds)
    .values({ accountId, scopes: scopesOf(projectId), at })
    .returning({ id: ledgerHolds.id })
  if (!created) throw new Error('The hold was not created.')
  await tx.insert(projectHolds).values({ projectId, organizationId, holdId: created.id })
  const hold = { id: created.id, lots: [] }
  holds.set(projectId, hold)
  return hold
}

export interface HoldOwner {
  organizationId: OrganizationId
  projectId: ProjectId
  /** Of its credit. */
  accountId: string
  at: Date
}

/** Subtracts shares from lots, so that what follows finds less. */
export const subtractShares = (lots: readonly Lot[], shares: readonly LotShare[]): void => {
  for (const { lotId, amount } of shares) {
    const lot = lots.find(({ id }) => id === lotId)
    if (lot) lot.available -= amount
  }
}

/** Moves shares between the available lots and those of a hold. */
export const moveShares = (from: readonly Lot[], to: Lot[], shares: readonly LotShare[]): void => {
  for (const { lotId, amount } of shares) {
    const lot = from.find(({ id }) => id === lotId)
    if (!lot) continue
    lot.available -= amount
    const there = to.find(({ id }) => id === lotId)
    if (there) there.available += amount
    else to.push({ ...lot, available: amount })
  }
}
