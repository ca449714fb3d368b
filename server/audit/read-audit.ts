import { and, desc, eq, gte, ilike, lt, or, type SQL, sql } from 'drizzle-orm'
import type { ParsedOf, ResponseOf } from '../../src/contract/contract.ts'
import type { AuditAction, AuditEntry, OwnAction } from '../../src/contract/wire/audit.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { placeOf } from '../session/place-of.ts'
import type { Db } from '../store/connection.ts'
import { containingPattern } from '../store/containing-pattern.ts'
import { auditEntries } from '../store/schema.ts'

type Filter = Pick<ParsedOf<'readAudit'>, 'action' | 'actor' | 'find' | 'from' | 'to'>

export const readAudit = async (
  db: Db,
  organizationId: OrganizationId,
  { skip, limit, ...filter }: Filter & { skip: number; limit: number },
): Promise<ResponseOf<'readAudit'>> => {
  const where = matching(organizationId, filter)
  const [rows, totalCount] = await Promise.all([
    db.select().from(auditEntries).where(where).orderBy(desc(auditEntries.sequence)).offset(skip).limit(limit),
    db.$count(auditEntries, where),
  ])
  return { entries: rows.map(entryWire), totalCount }
}

/** Returns the security log of a user's own account, newest first. */
export const readOwnAudit = async (
  db: Db,
  userId: UserId,
  { skip, limit }: { skip: number; limit: number },
): Promise<ResponseOf<'readSecurityLog'>> => {
  const where = ofChain(userId)
  const [rows, totalCount] = await Promise.all([
    db.select().from(auditEntries).where(where).orderBy(desc(auditEntries.sequence)).offset(skip).limit(limit),
    db.$count(auditEntries, where),
  ])
  const entries = rows.map(({ sequence, createdAt, action, target, address }) => ({
    number: sequence,
    at: createdAt.toISOString(),
    // Written only by writeOwnAudit, which accepts no other action.
    action: action as OwnAction,
    target,
    address,
    place: placeOf(address),
  }))
  return { entries, totalCount }
}

/** Matches the expression of the unique index of chains. */
const ofChain = (id: OrganizationId | UserId): SQL =>
  sql`coalesce(${auditEntries.organizationId}, ${auditEntries.userId}) = ${id}`

const READ_AT_ONCE = 500

/** Yields all matching entries, newest first, with only one batch in memory. */
export async function* streamAuditEntries(
  db: Db,
  organizationId: OrganizationId,
  filter: Filter,
  signal?: AbortSignal,
): AsyncIterable<AuditEntry> {
  const where = matching(organizationId, filter)
  for (let before: number | undefined; !signal?.aborted; ) {
    const rows = await db
      .select()
      .from(auditEntries)
      .where(and(where, before === undefined ? undefined : lt(auditEntries.sequence, before)))
      .orderBy(desc(auditEntries.sequence))
      .limit(READ_AT_ONCE)
    yield* rows.map(entryWire)
    before = rows.at(-1)?.sequence
    if (rows.length < READ_AT_ONCE) return
  }
}

const matching = (organizationId: OrganizationId, { action, actor, find, from, to }: Filter): SQL | undefined => {
  const part = containingPattern(find)
  return and(
    ofChain(organizationId),
    action ? eq(auditEntries.action, action) : undefined,
    actor ? eq(auditEntries.actorId, actor) : undefined,
    find ? or(ilike(auditEntries.target, part), ilike(auditEntries.actorName, part)) : undefined,
    from ? gte(auditEntries.createdAt, new Date(from)) : undefined,
    to ? lt(auditEntries.createdAt, new Date(to)) : undefined,
  )
}

const entryWire = (row: typeof auditEntries.$inferSelect): AuditEntry => ({
  number: row.sequence,
  at: row.createdAt.toISOString(),
  // Written only by writeAudit, which accepts no other action.
  action: row.action as AuditAction,
  target: row.target,
  actor: { _id: row.actorId, name: row.actorName },
  apiKeyName: row.apiKeyName,
  before: row.before as AuditEntry['before'],
  after: row.after as AuditEntry['after'],
  address: row.address,
})
