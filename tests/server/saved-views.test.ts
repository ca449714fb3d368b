import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { savedViewHandlers } from '../../server/saved-views/saved-view-handlers.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { SavedView } from '../../src/contract/wire/saved-view.ts'
import {
  createOrganizationFixture,
  join,
  type OrganizationFixture,
  type PlatformHarness,
  platformHarness,
} from './platform-harness.ts'

let harness: PlatformHarness
let fixture: OrganizationFixture
let token: string
beforeAll(async () => {
  harness = await platformHarness({ handlers: (store) => savedViewHandlers(store) })
})
afterAll(() => harness.close())
beforeEach(async () => {
  fixture = await createOrganizationFixture(harness.store, { open: true })
  const user = await harness.user('owner')
  token = user.token
  await join(harness.store, fixture.organizationId, user.userId, 'owner')
  await harness.store.pool.query('delete from saved_view where project_id = $1', [fixture.projectId])
})

const request = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, as = token) => {
  const response = await harness.inject({ method, url: `/api/${path}`, token: as, ...(payload && { payload }) })
  return { status: response.statusCode, body: response.json() }
}
const create = (name: string, query = 'state=Failed-start') =>
  request('POST', `compute-project/${fixture.projectId}/saved-views`, { name, query })
const createdView = async (name: string): Promise<SavedView> => (await create(name)).body.savedView
const list = async (): Promise<SavedView[]> =>
  (await request('GET', `organization/${fixture.organizationId}/saved-views`)).body.savedViews
const events = async (): Promise<OrganizationEvent[]> => {
  const { rows } = await harness.store.pool.query<{ event: OrganizationEvent }>(
    'select event from organization_event where organization_id = $1 order by sequence',
    [fixture.organizationId],
  )
  return rows.map(({ event }) => event)
}
const audited = async () => {
  const { rows } = await harness.store.pool.query<{ action: string; target: string }>(
    'select action, target from audit_entry where organization_id = $1 order by sequence',
    [fixture.organizationId],
  )
  return rows.map(({ action, target }) => `${action} ${target}`)
}

test('a view is saved, renamed and deleted, and each is published and audited', async () => {
  const { status, body } = await create('Failed')
  expect([status, body.savedView]).toMatchObject([200, { name: 'Failed', query: 'state=Failed-start', revision: 1 }])
  const { _id } = body.savedView
  expect(await list()).toEqual([body.savedView])
  const renamed = await request('PATCH', `saved-view/${_id}`, { name: 'Broken' })
  expect(renamed.body.savedView).toMatchObject({ name: 'Broken', query: 'state=Failed-start', revision: 2 })
  expect((await request('GET', `saved-view/${_id}`)).body).toEqual(renamed.body)
  expect((await request('DELETE', `saved-view/${_id}`)).status).toBe(200)
  expect((await request('GET', `saved-view/${_id}`)).status).toBe(404)
  expect(await list()).toEqual([])
  const { updatedAt } = renamed.body.savedView
  expect(await events()).toEqual([
    { kind: 'savedViewCreated', row: body.savedView },
    { kind: 'savedViewChanged', id: _id, revision: 2, changes: { name: 'Broken', revision: 2, updatedAt } },
    { kind: 'savedViewRemoved', id: _id },
  ])
  expect(await audited()).toEqual(['savedView.created Failed', 'savedView.renamed Broken', 'savedView.deleted Broken'])
})

test('names are unique in a project, ignoring case, and a taken one is an error at its field', async () => {
  const { _id } = await createdView('Failed')
  const taken = { status: 400, body: { error: 'invalid', fields: [{ field: 'name' }] } }
  expect(await create('failed')).toMatchObject(taken)
  const other = await createdView('Active')
  expect(await request('PATCH', `saved-view/${other._id}`, { name: 'FAILED' })).toMatchObject(taken)
  expect((await request('PATCH', `saved-view/${_id}`, { name: 'FAILED' })).status, 'its own name').toBe(200)
  const both = await Promise.all([create('Twice'), create('Twice')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
})

test.each([['a#b'], ['"><script>'], ['state=Active search'], ['/elsewhere'], ['a'.repeat(501)]])(
  'the query %s is rejected',
  async (query) => {
    expect(await create('View', query)).toMatchObject({ status: 400, body: { fields: [{ field: 'query' }] } })
  },
)

test('a project has at most fifty views', async () => {
  await harness.store.pool.query(
    `insert into saved_view (organization_id, project_id, name, query) select $1, $2, 'view ' || n, '' from generate_series(1, 49) n`,
    [fixture.organizationId, fixture.projectId],
  )
  expect((await create('The last')).status).toBe(200)
  expect(await create('One too many')).toMatchObject({ status: 400, body: { error: 'invalid' } })
})

test('an organisation has at most five hundred views, and no response lists more', async () => {
  const { pool } = harness.store
  await pool.query(
    `with other as (
      insert into project (organization_id, name) select $1, 'other ' || n from generate_series(1, 10) n returning id
    )
    insert into saved_view (organization_id, project_id, name, query)
    select $1, other.id, 'view ' || n, '' from other, generate_series(1, 50) n`,
    [fixture.organizationId],
  )
  const rejected = await create('One too many')
  expect(rejected).toMatchObject({ status: 400, body: { error: 'invalid', fields: [{ field: 'name' }] } })
  expect(rejected.body.fields[0].message).toBe('An organisation can have at most 500 saved views. Delete one first.')
  await pool.query(`delete from saved_view where id = (select id from saved_view where organization_id = $1 limit 1)`, [
    fixture.organizationId,
  ])
  const both = await Promise.all([create('The last'), create('One too many')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  await pool.query(
    `insert into saved_view (organization_id, project_id, name, query) values ($1, $2, 'of an earlier version', '')`,
    [fixture.organizationId, fixture.projectId],
  )
  expect(await list()).toHaveLength(500)
})

test('viewers can read views but not change them; outsiders and visitors of a public organisation are rejected', async () => {
  const { _id } = await createdView('Failed')
  const viewer = await harness.user('viewer')
  await join(harness.store, fixture.organizationId, viewer.userId, 'viewer')
  const outsider = await harness.user('outsider')
  const statuses = async (as: string | undefined) => {
    const send = async (method: 'GET' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
      (await harness.inject({ method, url: `/api/${path}`, token: as, ...(payload && { payload }) })).statusCode
    return [
      await send('GET', `organization/${fixture.organizationId}/saved-views`),
      await send('GET', `saved-view/${_id}`),
      await send('PATCH', `saved-view/${_id}`, { name: 'Mine' }),
      await send('DELETE', `saved-view/${_id}`),
    ]
  }
  expect(await statuses(viewer.token)).toEqual([200, 200, 403, 403])
  expect(await statuses(outsider.token)).toEqual([404, 404, 404, 404])
  expect(await statuses(undefined)).toEqual([401, 401, 401, 401])
  expect((await list()).map(({ name }) => name)).toEqual(['Failed'])
})

test('a view is deleted with its project', async () => {
  await createdView('Failed')
  await harness.store.pool.query('delete from instance where project_id = $1', [fixture.projectId])
  await harness.store.pool.query('delete from address where project_id = $1', [fixture.projectId])
  await harness.store.pool.query('delete from volume where project_id = $1', [fixture.projectId])
  await harness.store.pool.query('delete from project where id = $1', [fixture.projectId])
  expect(await list()).toEqual([])
})
