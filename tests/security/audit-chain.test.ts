import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeOldAudit } from '../../server/audit/audit-retention.ts'
import { verifyChain } from '../../server/audit/verify-chain.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from '../server/organization-harness.ts'
import { until } from '../server/until.ts'

let harness: OrganizationHarness
let owner: TestUser
let pool: pg.Pool
beforeAll(async () => {
  harness = await organizationHarness()
  pool = harness.store.pool
  owner = await harness.user('Ada')
})
afterAll(() => harness.close())

/** Creates an organisation with `entries` audit entries after that of its creation. */
const organizationWith = async (name: string, entries: number): Promise<OrganizationId> => {
  const id = await harness.organization(owner, name)
  for (let entry = 0; entry < entries; entry += 1)
    expect((await owner.call('PUT', `organization/${id}`, { name: `${name} ${entry}` })).status).toBe(200)
  return id
}

const verified = async (id: OrganizationId) => (await owner.call('GET', `organization/${id}/audit/verify`)).body

/** Changes the database with full rights and with triggers disabled. */
const tamper = async (statement: string, values: unknown[]): Promise<void> => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("set local session_replication_role = 'replica'")
    await client.query(statement, values)
    await client.query('commit')
  } finally {
    client.release()
  }
}

test('the database rejects updates, deletes and truncation of audit entries', async () => {
  const id = await organizationWith('Kept', 1)
  for (const statement of [
    `update audit_entry set actor_name = 'Somebody else' where organization_id = $1`,
    'delete from audit_entry where organization_id = $1',
    'update audit_chain set last_sequence = 1 where id = $1',
    'delete from audit_chain where id = $1',
  ])
    await expect(pool.query(statement, [id]), statement).rejects.toThrow('append-only')
  for (const table of ['audit_entry', 'audit_chain'])
    await expect(pool.query(`truncate ${table}`), table).rejects.toThrow('append-only')
  // Even the retention setting does not allow changes to an entry.
  const client = await pool.connect()
  await client.query("begin; set local longshore.audit_retention = 'on'")
  await expect(client.query(`update audit_entry set target = ''`)).rejects.toThrow('append-only')
  await client.query('rollback')
  client.release()
  expect(await verified(id)).toEqual({ verified: 2, removed: 0, violation: null })
})

test.each([
  {
    what: 'a changed name',
    statement: `update audit_entry set actor_name = 'X' where organization_id = $1 and sequence = 3`,
    violation: { sequence: 3, kind: 'changed' },
  },
  {
    what: 'a changed value',
    statement: `update audit_entry set after = '{"name":"X"}' where organization_id = $1 and sequence = 3`,
    violation: { sequence: 3, kind: 'changed' },
  },
  {
    what: 'a changed time',
    statement: `update audit_entry set created_at = created_at - interval '1 ms' where organization_id = $1 and sequence = 3`,
    violation: { sequence: 3, kind: 'changed' },
  },
  {
    what: 'a changed entry with its hash recalculated',
    statement: `update audit_entry e set target = 'X', hash = audit_hash(
      (select hash from audit_entry p where p.organization_id = $1 and p.sequence = 2),
      jsonb_populate_record(e, '{"target": "X"}')) where organization_id = $1 and sequence = 3`,
    violation: { sequence: 4, kind: 'changed' },
  },
  {
    what: 'a changed last entry with a new hash',
    statement: `update audit_entry e set target = 'X', hash = audit_hash(
      (select hash from audit_entry p where p.organization_id = $1 and p.sequence = 4),
      jsonb_populate_record(e, '{"target": "X"}')) where organization_id = $1 and sequence = 5`,
    violation: { sequence: 5, kind: 'changed' },
  },
  {
    what: 'an entry missing in the middle',
    statement: 'delete from audit_entry where organization_id = $1 and sequence = 3',
    violation: { sequence: 3, kind: 'missing' },
  },
  {
    what: 'a missing first entry',
    statement: 'delete from audit_entry where organization_id = $1 and sequence = 1',
    violation: { sequence: 1, kind: 'missing' },
  },
  {
    what: 'missing last entries',
    statement: 'delete from audit_entry where organization_id = $1 and sequence >= 4',
    violation: { sequence: 4, kind: 'missing' },
  },
  {
    what: 'all entries missing',
    statement: 'delete from audit_entry where organization_id = $1',
    violation: { sequence: 1, kind: 'missing' },
  },
  {
    what: 'an end that was moved back',
    statement: 'update audit_chain set last_sequence = 4 where id = $1',
    violation: { sequence: 5, kind: 'changed' },
  },
  {
    what: 'an entry of another organisation',
    statement: `update audit_entry set organization_id = gen_random_uuid() where organization_id = $1 and sequence = 5`,
    violation: { sequence: 5, kind: 'missing' },
  },
])('verify finds $what', async ({ what, statement, violation }) => {
  const id = await organizationWith(what, 4)
  expect(await verified(id)).toEqual({ verified: 5, removed: 0, violation: null })
  await tamper(statement, [id])
  expect((await verified(id)).violation).toEqual(violation)
})

test('entries are numbered from 1 in each organisation and each security log', async () => {
  const [one, other] = [await harness.organization(owner, 'One'), await harness.organization(owner, 'Other')]
  for (const id of [one, other, one, other, one])
    await owner.call('PUT', `organization/${id}`, { name: `Renamed ${crypto.randomUUID()}` })
  const bodyOf = async (path: string) => {
    const response = await harness.app.inject({
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    return response.body
  }
  const numbers = ({ entries }: { entries: { number: number }[] }) => entries.map(({ number }) => number)
  expect(numbers(JSON.parse(await bodyOf(`organization/${one}/audit`)))).toEqual([4, 3, 2, 1])
  expect(numbers(JSON.parse(await bodyOf(`organization/${other}/audit?skip=1`)))).toEqual([2, 1])
  const exported = (await bodyOf(`organization/${one}/audit/export`)).trim().split('\n')
  expect(numbers({ entries: exported.map((line) => JSON.parse(line)) })).toEqual([4, 3, 2, 1])
  const outsider = await harness.user('Grace')
  expect(numbers((await outsider.call('GET', 'auth/security-log')).body).at(-1)).toBe(1)
})

test('concurrent writers produce one chain without a fork', async () => {
  const id = await organizationWith('Busy', 0)
  await Promise.all(
    Array.from({ length: 40 }, (_, number) =>
      owner.call('POST', `organization/${id}/invites`, { userEmail: `n${number}@example.org` }),
    ),
  )
  const { entries } = (await owner.call('GET', `organization/${id}/audit?limit=200`)).body
  expect(await verified(id)).toEqual({ verified: entries.length, removed: 0, violation: null })
  expect(entries.length).toBeGreaterThan(1)
})

test('the chain stays valid after retention, which cannot hide a missing entry', async () => {
  const id = await organizationWith('Old', 5)
  await tamper(
    `update audit_entry set created_at = now() - interval '400 days' where organization_id = $1 and sequence <= 3`,
    [id],
  )
  // The times were changed with triggers disabled, so the hashes are recalculated too.
  await tamper(
    `with recursive chain as (
       select number, sequence, audit_hash('', e) as hash from audit_entry e where organization_id = $1 and sequence = 1
       union all
       select e.number, e.sequence, audit_hash(chain.hash, e) from audit_entry e, chain
       where e.organization_id = $1 and e.sequence = chain.sequence + 1
     ), ends as (
       update audit_chain set last_hash = (select hash from chain order by sequence desc limit 1) where id = $1
     ) update audit_entry e set hash = chain.hash from chain where e.number = chain.number`,
    [id],
  )
  expect(await verified(id)).toEqual({ verified: 6, removed: 0, violation: null })
  await removeOldAudit(harness.store.db, 365)
  expect(await verified(id)).toEqual({ verified: 3, removed: 3, violation: null })
  await owner.call('PUT', `organization/${id}`, { name: 'Older' })
  expect(await verified(id)).toEqual({ verified: 4, removed: 3, violation: null })
  await tamper('delete from audit_entry where organization_id = $1 and sequence = 4', [id])
  expect((await verified(id)).violation).toEqual({ sequence: 4, kind: 'missing' })
})

test('the numbers of a chain go on after all its entries expired, until its organisation is gone', async () => {
  const id = await organizationWith('Quiet', 2)
  const expire = async () => {
    await tamper(`update audit_entry set created_at = now() - interval '400 days' where organization_id = $1`, [id])
    await removeOldAudit(harness.store.db, 365)
  }
  await expire()
  expect(await verified(id)).toEqual({ verified: 0, removed: 3, violation: null })
  await owner.call('PUT', `organization/${id}`, { name: 'Loud' })
  expect(await verified(id)).toEqual({ verified: 1, removed: 3, violation: null })
  const chains = async () => (await pool.query('select from audit_chain where id = $1', [id])).rowCount
  await pool.query('delete from organization where id = $1', [id])
  expect(await chains()).toBe(1)
  await expire()
  expect(await chains()).toBe(0)
})

test('entries outlive their organisation, and only operators can then verify them', async () => {
  const id = await organizationWith('Gone', 1)
  expect((await owner.call('DELETE', `organization/${id}`)).status).toBe(200)
  // Permissions are cached for one second.
  await until(async () => (await owner.call('GET', `organization/${id}/audit`)).status === 404)
  expect((await owner.call('GET', `organization/${id}/audit/verify`)).status).toBe(404)
  await pool.query('delete from organization where id = $1', [id])
  expect((await harness.audit(id)).map(({ action }) => action)).toEqual([
    'organization.created',
    'organization.renamed',
    'organization.deleted',
  ])
  expect(await verifyChain(harness.store.db, id)).toMatchObject({ verified: 3, removed: 0, violation: null })
})
