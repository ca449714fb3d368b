import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { AuditEntry } from '../../src/contract/wire/audit.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type Api, apiOf } from '../faults/support/api.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { type TestDatabase, testDatabase } from '../server/database.ts'
import { until } from '../server/until.ts'
import { filesWith, tablesWith } from './stored-text.ts'

const SECRET_VALUE = 'tide-table-4711-of-the-harbour'
const PASSWORD = 'registry-password-4712-of-ada'

let database: TestDatabase
let pool: pg.Pool
let controlPlane: ControlPlane
let owner: Api
let ownerToken: string
let made: Awaited<ReturnType<typeof makeProject>>
let instance: Instance
const deployKey = crypto.randomUUID()

const settings = () => ({
  organizationId: made.organizationId,
  projectId: made.projectId,
  name: 'Ferry',
  region: 'us-west',
  image: 'longshore/hello:1',
  machineImageId: 'nano',
  ports: [{ containerPort: 8080 }],
  environment: [
    { name: 'TIDE_TABLE', value: SECRET_VALUE },
    { name: 'EMPTY', value: '' },
  ],
  privateRegistry: { registry: 'ghcr.io', username: 'ada', password: PASSWORD },
})

const memberIn = async (name: string, role: string): Promise<Api> => {
  const api = apiOf(controlPlane.url, await controlPlane.signIn(name))
  const { body } = await api.request<{ user: { _id: string } }>('GET', 'profile')
  await pool.query('insert into member (organization_id, user_id, role) values ($1, $2, $3)', [
    made.organizationId,
    body.user._id,
    role,
  ])
  return api
}

beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url, LONGSHORE_LOG: 'trace' },
  })
  ownerToken = await controlPlane.signIn('ada')
  owner = apiOf(controlPlane.url, ownerToken)
  made = await makeProject(controlPlane.url, ownerToken, 'Harbour')
  const created = await owner.request<{ instance: Instance }>('POST', 'compute-instance/create', settings(), deployKey)
  expect(created.status, JSON.stringify(created.body)).toBe(200)
  instance = created.body.instance
  await until(async () => (await owner.instance(instance._id)).state !== 'Starting', 30_000)
})
afterAll(async () => {
  await controlPlane?.end()
  await pool?.end()
  await database?.close()
})

const reveal = (api: Api, name = 'TIDE_TABLE', key?: string) =>
  api.request<{ value?: string }>('POST', `compute-instance/${instance._id}/reveal-variable`, { name }, key)

const auditOf = async (action: string): Promise<AuditEntry[]> =>
  (await owner.request<{ entries: AuditEntry[] }>('GET', `organization/${made.organizationId}/audit?action=${action}`))
    .body.entries

test('no table, log file or response contains a value or a registry password', async () => {
  for (const secret of [SECRET_VALUE, PASSWORD]) {
    expect(await tablesWith(pool, secret)).toEqual([])
    expect(filesWith(controlPlane.dataFolder, secret)).toEqual([])
    expect(controlPlane.output()).not.toContain(secret)
  }
  const replayed = await owner.request('POST', 'compute-instance/create', settings(), deployKey)
  expect(replayed.status).toBe(200)
  const id = instance._id
  const responses = await Promise.all([
    replayed,
    owner.request('GET', `compute-instance/${id}`),
    owner.request('PATCH', `compute-instance/${id}/update-metadata`, { name: 'Ferry' }),
    owner.request('GET', `compute-project/${made.projectId}/instances`),
    owner.request('GET', `compute-instance/deployment/${instance.activeDeployment}/logs?logType=logs`),
    owner.request('GET', `organization/${made.organizationId}/audit`),
  ])
  expect(JSON.stringify(responses)).not.toMatch(new RegExp(`${SECRET_VALUE}|${PASSWORD}`))
  expect((await owner.instance(id)).environment).toEqual([{ name: 'TIDE_TABLE' }, { name: 'EMPTY' }])
})

test('a viewer and a billing manager read names only, and no user without the permission can reveal a value', async () => {
  const viewer = await memberIn('vera', 'viewer')
  const billing = await memberIn('bill', 'billing')
  const outsider = apiOf(controlPlane.url, await controlPlane.signIn('mallory'))
  for (const api of [viewer, billing]) {
    expect((await api.instance(instance._id)).environment).toEqual([{ name: 'TIDE_TABLE' }, { name: 'EMPTY' }])
    expect((await reveal(api)).status).toBe(403)
  }
  expect((await reveal(outsider)).status).toBe(404)
  const anonymous = await fetch(`${controlPlane.url}/api/compute-instance/${instance._id}/reveal-variable`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"TIDE_TABLE"}',
  })
  expect(anonymous.status).toBe(401)
  expect(await auditOf('instance.variableRevealed')).toEqual([])
})

test('a member can reveal a variable, which is recorded in the audit log, and the response is not stored', async () => {
  const member = await memberIn('mia', 'member')
  const key = crypto.randomUUID()
  expect((await reveal(member, 'TIDE_TABLE', key)).body).toEqual({ value: SECRET_VALUE })
  expect((await reveal(member, 'EMPTY')).body).toEqual({ value: '' })
  expect((await reveal(member, 'MISSING')).status).toBe(404)
  const again = await reveal(member, 'TIDE_TABLE', key)
  expect([again.status, again.body.error]).toEqual([409, 'responseAlreadyReturned'])
  expect(await tablesWith(pool, SECRET_VALUE)).toEqual([])
  const entries = await auditOf('instance.variableRevealed')
  expect(entries.map(({ actor, target, after }) => [actor.name, target, after])).toEqual([
    ['mia', 'EMPTY of Ferry', { variable: 'EMPTY' }],
    ['mia', 'TIDE_TABLE of Ferry', { variable: 'TIDE_TABLE' }],
  ])
  const response = await fetch(`${controlPlane.url}/api/compute-instance/${instance._id}/reveal-variable`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' },
    body: '{"name":"TIDE_TABLE"}',
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(filesWith(controlPlane.dataFolder, SECRET_VALUE)).toEqual([])
})

test('a sealed value that was copied to another instance or column cannot be revealed there', async () => {
  const other = await owner.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    ...settings(),
    environment: [{ name: 'TIDE_TABLE', value: 'another' }],
  })
  const { _id } = other.body.instance
  const ofInstance = 'deployment_id = (select desired_deployment from instance where id = $1)'
  await pool.query(
    `update deployment_secret set variables = (
       select variables from deployment_secret s join instance i on i.desired_deployment = s.deployment_id
       where i.id = $2)
     where ${ofInstance}`,
    [_id, instance._id],
  )
  const moved = await owner.request('POST', `compute-instance/${_id}/reveal-variable`, { name: 'TIDE_TABLE' })
  expect([moved.status, moved.body.error]).toEqual([409, 'secretsUnreadable'])
  await pool.query(`update deployment_secret set variables = registry where ${ofInstance}`, [_id])
  const swapped = await owner.request('POST', `compute-instance/${_id}/reveal-variable`, { name: 'TIDE_TABLE' })
  expect([swapped.status, swapped.body.error]).toEqual([409, 'secretsUnreadable'])
})
