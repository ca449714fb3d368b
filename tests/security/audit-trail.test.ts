import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject } from '../../bench/support/control-plane.ts'
import type { AuditEntry } from '../../src/contract/wire/audit.ts'
import { type Api, apiOf } from '../faults/support/api.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { type TestDatabase, testDatabase } from '../server/database.ts'

let database: TestDatabase
let pool: pg.Pool
let controlPlane: ControlPlane
let owner: Api
let token: string
beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url } })
  token = await controlPlane.signIn('ada')
  owner = apiOf(controlPlane.url, token)
})
afterAll(async () => {
  await controlPlane?.end()
  await pool?.end()
  await database?.close()
})

interface Events {
  entries: { action: string; target: string; address: string }[]
}

const ownLog = async (api: Api) => (await api.request<Events>('GET', 'auth/security-log')).body.entries

test('actions on projects, instances and logs are in the audit log with their actor', async () => {
  const made = await makeProject(controlPlane.url, token, 'Harbour')
  const { _id } = await deploy(controlPlane.url, token, made, 'longshore/hello:1', [8080], { GREETING: 'Ahoy' })
  const instance = `compute-instance/${_id}`
  await owner.request('PATCH', `${instance}/update-metadata`, { name: 'Ferry' })
  await owner.request('POST', `${instance}/trigger/download-logs`, {})
  await owner.request('POST', `${instance}/reveal-variable`, { name: 'GREETING' })
  // A second request changes nothing and adds no entry.
  for (let press = 0; press < 2; press += 1)
    await owner.request('POST', `${instance}/close`, { organizationId: made.organizationId })
  await owner.request('DELETE', instance)
  const empty = await owner.request<{ _id: string }>('POST', 'compute-project/create', {
    organizationId: made.organizationId,
    name: 'Empty',
  })
  await owner.request('DELETE', `compute-project/${empty.body._id}`)
  const { body } = await owner.request<{ entries: AuditEntry[] }>('GET', `organization/${made.organizationId}/audit`)
  const entries = body.entries.map(({ action, target }) => [action, target]).toReversed()
  expect(entries.slice(2)).toEqual([
    ['instance.created', expect.stringContaining('bench')],
    ['instance.renamed', 'Ferry'],
    ['log.downloaded', 'Ferry'],
    ['instance.variableRevealed', 'GREETING of Ferry'],
    ['instance.closed', 'Ferry'],
    ['instance.deleted', 'Ferry'],
    ['project.created', 'Empty'],
    ['project.deleted', 'Empty'],
  ])
  expect(body.entries.every(({ actor, address }) => actor.name === 'ada' && address !== '')).toBe(true)
  expect(JSON.stringify(body)).not.toContain('Ahoy')
  const verified = await owner.request('GET', `organization/${made.organizationId}/audit/verify`)
  expect(verified.body).toEqual({ verified: entries.length, removed: 0, violation: null })
})

test("sign-ins, sessions and logins are in their user's security log, which no other user can read", async () => {
  const made = await makeProject(controlPlane.url, token, 'Shared')
  const memberToken = await controlPlane.signIn('mia')
  const member = apiOf(controlPlane.url, memberToken)
  const elsewhere = apiOf(controlPlane.url, await controlPlane.signIn('mia'))
  const { body } = await member.request<{ user: { _id: string } }>('GET', 'profile')
  await pool.query(`insert into member (organization_id, user_id, role) values ($1, $2, 'member')`, [
    made.organizationId,
    body.user._id,
  ])
  expect((await member.request('DELETE', 'auth/sessions')).status).toBe(200)
  expect((await elsewhere.request('GET', 'profile')).status).toBe(401)
  const log = await ownLog(member)
  expect(log.map(({ action }) => action)).toEqual([
    'session.ended',
    'session.opened',
    'session.opened',
    'login.connected',
  ])
  expect(log.every(({ target, address }) => target.includes('GitHub') && address !== '')).toBe(true)

  // Neither the owner of her organisation nor a program with her API token sees these entries.
  const audit = await owner.request<{ entries: AuditEntry[] }>('GET', `organization/${made.organizationId}/audit`)
  expect(audit.body.entries.map(({ action }) => action)).not.toContain('session.opened')
  expect((await ownLog(owner)).some(({ target }) => target.includes('mia'))).toBe(false)
  const key = await member.request<{ apiKey: { value: string } }>('POST', 'api-keys', {
    name: 'pipeline',
    organizationId: made.organizationId,
    expiresAt: null,
  })
  const program = apiOf(controlPlane.url, key.body.apiKey?.value ?? '')
  expect((await program.request('GET', 'auth/security-log')).status).toBe(403)
  const anonymous = await fetch(`${controlPlane.url}/api/auth/security-log`)
  expect(anonymous.status).toBe(401)
})
