import { sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId, ReplicaId } from '../../src/contract/wire/common.ts'
import type { RunId } from '../../src/contract/wire/jobs/job.ts'
import type { RestoreId, SnapshotId } from '../../src/contract/wire/volumes/snapshot.ts'
import type { DbOrTx } from '../store/connection.ts'
import { createFairTurns } from './fair-turns.ts'

/** How long a pass counts as new; a slow one (a large image) gives its place to the next. */
const COUNTS_MS = 2000
const never = new AbortController().signal

/** Runs a pass of an instance or a replica once it may begin. */
export type StartGate = <T>(id: Subject, pass: () => Promise<T>) => Promise<T>

type Subject = InstanceId | ReplicaId | RunId | SnapshotId | RestoreId

/**
 * Limits how many passes begin at once, so that a start with a thousand instances leaves connections to the database
 * for visitors. Organisations take turns, and one place is reserved for the others, so that the slow starts of one
 * delay no other.
 */
export function createStartGate(db: DbOrTx, slots: number): StartGate {
  const turns = createFairTurns(slots, slots - 1)
  const organizationOf = createOrganizationLookup(db)

  return async (id, pass) => {
    // When the lookup fails, the pass fails too and reports why.
    const organization = (await organizationOf(id).catch(() => undefined)) ?? ''
    await turns.take(organization, never)
    let isInside = true
    const releaseOnce = () => {
      if (isInside) turns.give(organization)
      isInside = false
    }
    const timer = setTimeout(releaseOnce, COUNTS_MS)
    try {
      return await pass()
    } finally {
      clearTimeout(timer)
      releaseOnce()
    }
  }
}

/** Finds the organisations of instances and replicas with one query at a time; requests made meanwhile share the next one. */
function createOrganizationLookup(db: DbOrTx): (id: Subject) => Promise<OrganizationId | undefined> {
  let waiting: Subject[] = []
  let next: Promise<ReadonlyMap<Subject, OrganizationId>> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function query() {
    const ids = waiting
    waiting = []
    next = undefined
    const { rows } = await db.execute<{ id: Subject; organization: OrganizationId }>(sql`
      select id, organization_id as organization from instance where id = any(${sql.param(ids)}::uuid[])
      union all
      select r.id, i.organization_id from replica r join instance i on i.id = r.instance_id
      where r.id = any(${sql.param(ids)}::uuid[])
      union all
      select id, organization_id from run where id = any(${sql.param(ids)}::uuid[])
      union all
      select id, organization_id from snapshot where id = any(${sql.param(ids)}::uuid[])
      union all
      select id, organization_id from restore where id = any(${sql.param(ids)}::uuid[])`)
    return new Map(rows.map(({ id, organization }) => [id, organization]))
  }

  return async (id) => {
    waiting.push(id)
    next ??= last.then(query)
    const found = next
    last = found.catch(() => undefined)
    return (await found).get(id)
  }
}
