import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Domain, DomainId } from '../../../../src/contract/wire/domains/domain.ts'
import {
  holdsName,
  type Verification,
  type VerificationEvent,
  verificationAfter,
} from '../../../../src/rules/domains/verification.ts'
import type { Db, Tx } from '../../../store/connection.ts'
import { domains } from '../../../store/schema.ts'
import { checkDomain, checkProof } from '../checks/check-domain.ts'
import type { DomainOptions } from '../domain-options.ts'
import { recordVerification } from '../rows/domain-events.ts'
import { changeDomain, lockDomain, readDomainRow } from '../rows/domain-rows.ts'
import type { DomainRow } from '../rows/domain-wire.ts'

/**
 * Checks the records of a domain and writes down what was found. A name that another organisation holds passes to this
 * one when the other no longer proves it.
 */
export async function verifyDomain(options: DomainOptions, id: DomainId): Promise<Domain | undefined> {
  const { db, targets, lookupsFor, now } = options
  const before = await readDomainRow(db, id)
  if (!before) return undefined
  await targets.refresh()
  const lookups = lookupsFor(before.type)
  const { checks, findings } = await checkDomain(lookups, before, targets.current)
  const rival = findings.ownership === 'proved' && !holdsName(before.state) ? await holderOf(db, before) : undefined
  const isRivalGone = rival !== undefined && (await checkProof(lookupsFor(rival.type), rival)) === 'absent'
  return db.transaction(async (tx) => {
    const row = await lockDomain(tx, { domainId: id })
    const atMs = now()
    const holder = holdsName(row.state) ? undefined : await holderOf(tx, row)
    const isHeldByOther = holder !== undefined && !(isRivalGone && holder.id === rival.id)
    const after = verificationAfter(verificationOf(row), { kind: 'checked', atMs, ...findings, isHeldByOther })
    const isTakeOver = holder !== undefined && after.state === 'verified'
    const takenFrom = isTakeOver ? [{ row: holder, event: { kind: 'takenOver', atMs } as const }] : []
    for (const { row: lost, event } of takenFrom) {
      await recordVerification(tx, lost, 'taken')
      await changeDomain(tx, lost.id, targets.current, stored(lost, event))
    }
    await recordVerification(tx, row, after.state)
    return changeDomain(tx, id, targets.current, {
      ...columnsOf(after),
      checks: isHeldByOther ? [...checks, heldCheck(row)] : checks,
      checkedAt: new Date(atMs),
      leaseOwner: null,
      leaseUntil: null,
    })
  })
}

const heldCheck = ({ name }: DomainRow): DomainRow['checks'][number] => ({
  purpose: 'ownership',
  resolver: 'Longshore',
  query: name,
  expected: [],
  received: [],
  passed: false,
  message:
    'Another organisation has verified this name, and its TXT record is still there. Remove that record at your DNS provider.',
})

async function holderOf(db: Db | Tx, { id, name, organizationId }: DomainRow): Promise<DomainRow | undefined> {
  const [row] = await db
    .select()
    .from(domains)
    .where(
      and(
        eq(domains.name, name),
        ne(domains.id, id),
        ne(domains.organizationId, organizationId),
        inArray(domains.state, ['verified', 'unreachable']),
      ),
    )
  return row
}

const verificationOf = ({ state, failures, failingSince, nextCheckAt }: DomainRow): Verification => ({
  state,
  failures,
  failingSinceMs: failingSince?.getTime() ?? null,
  nextCheckAtMs: nextCheckAt?.getTime() ?? null,
})

const columnsOf = ({ state, failures, failingSinceMs, nextCheckAtMs }: Verification) => ({
  state,
  failures,
  failingSince: failingSinceMs === null ? null : new Date(failingSinceMs),
  nextCheckAt: nextCheckAtMs === null ? null : new Date(nextCheckAtMs),
})

const stored = (row: DomainRow, event: VerificationEvent) => columnsOf(verificationAfter(verificationOf(row), event))

const LEASE_SECONDS = 90

/** Takes a domain whose check is due, so that only one process checks it. */
export async function claimDue(db: Db, node: string, now: Date, limit: number): Promise<DomainId[]> {
  const { rows } = await db.execute<{ id: DomainId }>(sql`
    update domain set lease_owner = ${node}, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from domain
      where next_check_at <= ${now.toISOString()}::timestamptz and (lease_until is null or lease_until < now())
      order by next_check_at limit ${limit} for update skip locked)
    returning id`)
  return rows.map(({ id }) => id)
}
