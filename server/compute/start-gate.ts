import { inArray } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../src/contract/wire/common.ts'
import type { DbOrTx } from '../store/connection.ts'
import { instances } from '../store/schema.ts'
import { createFairTurns } from './fair-turns.ts'

/** How long a pass counts as new; a slow one (a large image) gives its place to the next. */
const COUNTS_MS = 2000
const never = new AbortController().signal

/** Runs a pass of an instance once it may begin. */
export type StartGate = <T>(id: InstanceId, pass: () => Promise<T>) => Promise<T>

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

/** Finds the organisations of instances with one query at a time; requests made meanwhile share the next one. */
function createOrganizationLookup(db: DbOrTx): (id: InstanceId) => Promise<OrganizationId | undefined> {
  let waiting: InstanceId[] = []
  let next: Promise<ReadonlyMap<InstanceId, OrganizationId>> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function query() {
    const ids = waiting
    waiting = []
    next = undefined
    const { id, organizationId } = instances
    const rows = await db.select({ id, organizationId }).from(instances).where(inArray(id, ids))
    return new Map(rows.map((row) => [row.id, row.organizationId]))
  }

  return async (id) => {
    waiting.push(id)
    next ??= last.then(query)
    const found = next
    last = found.catch(() => undefined)
    return (await found).get(id)
  }
}
