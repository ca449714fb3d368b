import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { loops } from '../long-runs.ts'
import { type TestDatabase, testDatabase } from '../server/database.ts'
import { until } from '../server/until.ts'
import { type Api, apiOf } from './support/api.ts'
import { type ControlPlane, startControlPlane } from './support/control-plane.ts'

/** Two at least: one is removed while the next is deleted. */
const ORGANIZATIONS = Math.max(2, loops(8))
const MAX_DELAY_BEFORE_KILL_MS = 1500
const SETTLES_MS = 120_000

let database: TestDatabase
let rows: pg.Pool
let controlPlane: ControlPlane
let token: string
let api: Api
beforeEach(async () => {
  database = await testDatabase()
  rows = new pg.Pool({ connectionString: database.url, max: 2 })
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url } })
  token = await controlPlane.signIn('ada')
  api = apiOf(controlPlane.url, token)
})
afterEach(async () => {
  await controlPlane?.end()
  await rows?.end()
  await database?.close()
})

/** Creates an organisation with a closed instance that has run. */
const organizationWithThings = async (number: number): Promise<string> => {
  const { organizationId, projectId } = await makeProject(controlPlane.url, token, `Doomed ${number}`)
  const created = await api.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId,
    projectId,
    name: `doomed ${number}`,
    region: 'us-west',
    image: 'longshore/clock:1',
    machineImageId: 'nano',
  })
  const { _id } = created.body.instance
  await until(async () => (await api.instance(_id)).state === 'Active', 30_000)
  await api.request('POST', `compute-instance/${_id}/close`, { organizationId })
  await until(async () => (await api.instance(_id)).state === 'Closed', 30_000)
  return organizationId
}

const count = async (statement: string): Promise<number> => Number((await rows.query(statement)).rows[0].count)

test('a deleted organisation is removed with all its rows, although the control plane is killed at random moments', async () => {
  const made: string[] = []
  for (let number = 1; number <= ORGANIZATIONS; number += 1) made.push(await organizationWithThings(number))
  for (const [number, id] of made.entries()) {
    const invited = await api.request('POST', `organization/${id}/invites`, { userEmail: `n${number}@example.org` })
    expect(invited.status).toBe(200)
    const deleted = await api.request('DELETE', `organization/${id}`)
    expect(deleted.status, deleted.body.message).toBe(200)
    await delay(Math.random() * MAX_DELAY_BEFORE_KILL_MS)
    await controlPlane.kill()
    await controlPlane.start()
    expect((await api.request('GET', `organization/${id}`)).status).toBe(404)
  }
  await until(async () => (await count('select count(*) from organization')) === 0, SETTLES_MS)
  for (const table of ['project', 'instance', 'deployment', 'log_chunk', 'invite', 'member'])
    expect(await count(`select count(*) from ${table}`), table).toBe(0)
  await until(
    async () => (await count(`select count(*) from pgboss.job where state not in ('completed')`)) === 0,
    SETTLES_MS,
  )
  expect((await api.request('POST', 'organization', { name: 'Doomed 1' })).status).toBe(200)
})
