import { expect, test } from 'vitest'
import { databaseBefore } from './earlier-database.ts'

test('stored events of earlier versions are migrated to the current format', async () => {
  const { client, migrate } = await databaseBefore('_resource_events')
  const stored = [
    { kind: 'instanceChanged', instance: { _id: 'i', revision: 1, state: 'Starting' } },
    { kind: 'instanceChanged', instance: { _id: 'i', revision: 2, state: 'Active' } },
    { kind: 'projectChanged', project: { _id: 'p', revision: 1 } },
    { kind: 'projectChanged', project: { _id: 'p', revision: 2 } },
    { kind: 'instanceRemoved', id: 'i', projectId: 'p' },
    { kind: 'rolesChanged' },
  ]
  await client.query(
    `with owner as (
       insert into organization (name, username, site_id, compute_id, storage_id)
       values ('Quay', 'quay', gen_random_uuid(), gen_random_uuid(), gen_random_uuid()) returning id
     ) insert into organization_event (organization_id, sequence, event)
       select id, place, event from owner, jsonb_array_elements($1::jsonb) with ordinality as e (event, place)`,
    [JSON.stringify(stored)],
  )
  await migrate()
  const { rows } = await client.query<{ event: object }>('select event from organization_event order by sequence')
  expect(rows.map(({ event }) => event)).toEqual([
    { kind: 'instanceCreated', row: { _id: 'i', revision: 1, state: 'Starting' } },
    {
      kind: 'instanceChanged',
      id: 'i',
      revision: 2,
      changes: { _id: 'i', revision: 2, state: 'Active' },
    },
    { kind: 'projectCreated', row: { _id: 'p', revision: 1 } },
    { kind: 'projectChanged', id: 'p', revision: 2, changes: { _id: 'p', revision: 2 } },
    { kind: 'instanceRemoved', id: 'i' },
    { kind: 'rolesChanged' },
  ])
})
