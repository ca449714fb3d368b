import { expect, test } from 'vitest'
import { databaseBefore } from './earlier-database.ts'

const earlierDatabase = () => databaseBefore('_plain_names')

const earlier = JSON.parse(
  '{"name":"web","wish":"closed","stage":"Stopping","fault":{"code":"crashLoop"},"state":"Active"}',
)
const current = {
  name: 'web',
  desiredState: 'closed',
  progressMessage: 'Stopping',
  error: { code: 'crashLoop' },
  state: 'Active',
}

test('instances in stored events and stored responses are migrated to the current names', async () => {
  const { client, firstValue, migrate } = await earlierDatabase()
  const changed = { kind: 'instanceChanged', instance: earlier }
  await client.query(
    `with owner as (
       insert into organization (name, username, site_id, compute_id, storage_id)
       values ('Quay', 'quay', gen_random_uuid(), gen_random_uuid(), gen_random_uuid()) returning id
     ) insert into organization_event (organization_id, sequence, event)
       select id, sequence, event from owner, (values (1, $1::jsonb), (2, '{"kind":"rolesChanged"}')) as e (sequence, event)`,
    [JSON.stringify(changed)],
  )
  await client.query(
    `insert into idempotency_key (user_id, key, fingerprint, status, answer)
     values (gen_random_uuid(), 'one', 'f', 200, $1), (gen_random_uuid(), 'two', 'f', null, null)`,
    [JSON.stringify({ instance: earlier })],
  )
  await migrate()
  const events = 'select event from organization_event where sequence'
  expect(await firstValue(`${events} = 1`)).toEqual({ kind: 'instanceChanged', instance: current })
  expect(await firstValue(`${events} = 2`)).toEqual({ kind: 'rolesChanged' })
  expect(await firstValue(`select response from idempotency_key where key = 'one'`)).toEqual({ instance: current })
  expect(await firstValue(`select response from idempotency_key where key = 'two'`)).toBeNull()
})

test('a booking is found under the new name of its kind, and the ledger stays protected from changes', async () => {
  const { client, firstValue, migrate } = await earlierDatabase()
  await client.query(`insert into ledger_transaction (kind, reference) values ('withdrawalAsked', 'withdrawal/1')`)
  await migrate()
  expect(await firstValue('select kind from ledger_transaction')).toBe('withdrawalRequested')
  await expect(client.query(`update ledger_transaction set kind = 'other'`)).rejects.toThrow('only added to')
})

test('a mail that waits in the queue can be sent', async () => {
  const { client, firstValue, migrate } = await earlierDatabase()
  await client.query('create schema pgboss')
  await client.query('create table pgboss.job (name text, data jsonb)')
  await client.query(`insert into pgboss.job values ('mail', '{"kind":"news","to":"a@b.example","words":"Hello."}')`)
  await migrate()
  expect(await firstValue('select data from pgboss.job')).toEqual({
    kind: 'organizationUpdate',
    to: 'a@b.example',
    message: 'Hello.',
  })
})
