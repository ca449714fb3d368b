import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import journal from '../../server/store/migrations/meta/_journal.json' with { type: 'json' }
import { emptyDatabase } from './database.ts'

const migrations = readMigrationFiles({ migrationsFolder: 'server/store/migrations' })
const index = journal.entries.findIndex(({ tag }) => tag.endsWith('_finished'))
const at = '2026-05-01T10:00:00.000Z'
const finished = { state: 'Closed', error: { code: 'finished', message: 'It reported success.', at } }
const crashed = { state: 'Failed-start', error: { code: 'crashLoop', message: 'It ended.', at } }

test('a success that was stored as an error becomes the time at which the program finished', async () => {
  const database = await emptyDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.close()
  })
  const apply = async (from: number, to: number) => {
    for (const { sql } of migrations.slice(from, to)) for (const statement of sql) await client.query(statement)
  }
  await apply(0, index)
  await client.query(
    `with owner as (
       insert into organization (name, username, site_id, compute_id, storage_id)
       values ('Quay', 'quay', gen_random_uuid(), gen_random_uuid(), gen_random_uuid()) returning id
     ), folder as (
       insert into project (organization_id, name) select id, 'One' from owner returning id, organization_id
     ), made as (
       insert into instance (organization_id, project_id, name, host, region, machine_image_id, image, cpu_milli,
         memory_bytes, storage_bytes, daily_price_micros, desired_state, state, error)
       select organization_id, id, name, name, 'us-west', 'nano', 'x', 1, 1, 1, 1, 'closed', row ->> 'state', row -> 'error'
       from folder, (values ('finished', $1::jsonb), ('crashed', $2::jsonb)) as i (name, row)
     )
     insert into organization_event (organization_id, sequence, event)
     select id, sequence, event from owner, (values
       (1, jsonb_build_object('kind', 'instanceChanged', 'instance', $1::jsonb)),
       (2, jsonb_build_object('kind', 'instanceChanged', 'instance', $2::jsonb)),
       (3, '{"kind":"rolesChanged"}')) as e (sequence, event)`,
    [JSON.stringify(finished), JSON.stringify(crashed)],
  )
  await client.query(
    `insert into idempotency_key (user_id, key, fingerprint, status, response) values (gen_random_uuid(), 'one', 'f', 200, $1)`,
    [JSON.stringify({ instance: crashed })],
  )
  await apply(index, index + 1)

  const { rows } = await client.query('select name, error, finished_at as "finishedAt" from instance order by name')
  expect(rows).toEqual([
    { name: 'crashed', error: crashed.error, finishedAt: null },
    { name: 'finished', error: null, finishedAt: new Date(at) },
  ])
  const stored = await client.query('select event from organization_event order by sequence')
  expect(stored.rows.map(({ event }) => event)).toEqual([
    { kind: 'instanceChanged', instance: { state: 'Closed', error: null, finishedAt: at } },
    { kind: 'instanceChanged', instance: { ...crashed, finishedAt: null } },
    { kind: 'rolesChanged' },
  ])
  const responses = await client.query('select response from idempotency_key')
  expect(responses.rows).toEqual([{ response: { instance: { ...crashed, finishedAt: null } } }])
})
