import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deploy, makeProject } from '../../bench/support/control-plane.ts'
import type { AuditEntry } from '../../src/contract/wire/audit.ts'
import { type Api, apiOf } from '../faults/support/api.ts'
import { type Plane, startPlane } from '../faults/support/plane.ts'
import { type TestDatabase, testDatabase } from '../server/database.ts'

let database: TestDatabase
let pool: pg.Pool
let plane: Plane
let owner: Api
let token: string
beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  plane = await startPlane({ settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url } })
  token = await plane.signIn('ada')
  owner = apiOf(plane.url, token)
})
afterAll(async () => {
  await plane?.end()
  await pool?.end()
  await database?.close()
})

interface Events {
  entries: { action: string; target: string; address: string }[]
}

const ownLog = async (api: Api) => (await api.ask<Events>('GET', 'auth/security-log')).body.entries

test('what is done to projects, instances and logs is in the audit log, with who did it', async () => {
  const made = await makeProject(plane.url, token, 'Harbour')
  const { _id } = await deploy(plane.url, token, made, 'longshore/hello:1', [8080], { GREETING: 'Ahoy' })
  const instance = `compute-instance/${_id}`
  await owner.ask('PATCH', `${instance}/update-metadata`, { name: 'Ferry' })
  await owner.ask('POST', `${instance}/trigger/download-logs`, {})
  await owner.ask('POST', `${instance}/reveal-variable`, { name: 'GREETING' })
  // A second press changes nothing, and is no second entry.
  for (let press = 0; press < 2; press += 1)
    await owner.ask('POST', `${instance}/close`, { organizationId: made.organizationId })
  await owner.ask('DELETE', instance)
  const empty = await owner.ask<{ _id: string }>('POST', 'compute-project/create', {
    organizationId: made.organizationId,
    name: 'Empty',
  })
  await owner.ask('DELETE', `compute-project/${empty.body._id}`)
  const { body } = await owner.ask<{ entries: AuditEntry[] }>('GET', `organization/${made.organizationId}/audit`)
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
  const verified = await owner.ask('GET', `organization/${made.organizationId}/audit/verify`)
  expect(verified.body).toEqual({ verified: entries.length, removed: 0, fault: null })
})

test('sign-ins, sessions and logins are in the log of their user, which nobody else reads', async () => {
  const made = await makeProject(plane.url, token, 'Shared')
  const memberToken = await plane.signIn('mia')
  const member = apiOf(plane.url, memberToken)
  const elsewhere = apiOf(plane.url, await plane.signIn('mia'))
  const { body } = await member.ask<{ user: { _id: string } }>('GET', 'profile')
  await pool.query(`insert into member (organization_id, user_id, role) values ($1, $2, 'member')`, [
    made.organizationId,
    body.user._id,
  ])
  expect((await member.ask('DELETE', 'auth/sessions')).status).toBe(200)
  expect((await elsewhere.ask('GET', 'profile')).status).toBe(401)
  const log = await ownLog(member)
  expect(log.map(({ action }) => action)).toEqual([
    'session.ended',
    'session.opened',
    'session.opened',
    'login.connected',
  ])
  expect(log.every(({ target, address }) => target.includes('GitHub') && address !== '')).toBe(true)

  // Her organisations' owner sees none of it, and neither does a program that acts in her name.
  const audit = await owner.ask<{ entries: AuditEntry[] }>('GET', `organization/${made.organizationId}/audit`)
  expect(audit.body.entries.map(({ action }) => action)).not.toContain('session.opened')
  expect((await ownLog(owner)).some(({ target }) => target.includes('mia'))).toBe(false)
  const key = await member.ask<{ apiKey: { value: string } }>('POST', 'api-keys', {
    name: 'pipeline',
    organizationId: made.organizationId,
    expiresAt: null,
  })
  const program = apiOf(plane.url, key.body.apiKey?.value ?? '')
  expect((await program.ask('GET', 'auth/security-log')).status).toBe(403)
  const nobody = await fetch(`${plane.url}/api/auth/security-log`)
  expect(nobody.status).toBe(401)
})
