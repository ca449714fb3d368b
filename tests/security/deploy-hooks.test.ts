import { createHmac, randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type Api, apiOf } from '../faults/support/api.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { type TestDatabase, testDatabase } from '../server/database.ts'
import { until } from '../server/until.ts'
import { filesWith, tablesWith } from './stored-text.ts'

let database: TestDatabase
let pool: pg.Pool
let controlPlane: ControlPlane
let owner: Api
let made: Awaited<ReturnType<typeof makeProject>>
let instance: Instance

beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'process', DATABASE_URL: database.url, LONGSHORE_LOG: 'trace' },
  })
  const token = await controlPlane.signIn('ada')
  owner = apiOf(controlPlane.url, token)
  made = await makeProject(controlPlane.url, token, 'Harbour')
  const created = await owner.request<{ instance: Instance }>('POST', 'compute-instance/create', {
    organizationId: made.organizationId,
    projectId: made.projectId,
    name: 'Ferry',
    region: 'us-west',
    image: 'longshore/hello:1',
    machineImageId: 'nano',
  })
  instance = created.body.instance
  await active()
})
afterAll(async () => {
  await controlPlane?.end()
  await pool?.end()
  await database?.close()
})

const active = () => until(async () => (await owner.instance(instance._id)).state === 'Active', 30_000)
const deployments = async () => (await owner.instance(instance._id)).deployments.length

interface Hook {
  url: string
  signingSecret: string
}
const createHook = async (signatureRequired: boolean): Promise<Hook> =>
  (await owner.request<Hook>('POST', `compute-instance/${instance._id}/deploy-hook`, { signatureRequired })).body

/** The address that users see is below the public URL; these tests reach the port itself. */
const post = async ({ url }: Pick<Hook, 'url'>, body?: string | Buffer<ArrayBuffer>, headers = {}) => {
  const response = await fetch(`${controlPlane.url}${new URL(url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: (await response.json()) as { deployed?: boolean; message: string } }
}

const hmac = (secret: string, signed: string) => createHmac('sha256', secret).update(signed).digest('hex')
const timed = ({ signingSecret }: Hook, body: string, atMs = Date.now()) => {
  const seconds = Math.floor(atMs / 1000)
  return { 'x-longshore-signature': `t=${seconds},v1=${hmac(signingSecret, `${seconds}.${body}`)}` }
}
const PUSH = '{"image":"longshore/hello:1"}'

test('neither log, database nor audit contains the address or the secret', async () => {
  const hook = await createHook(true)
  await post(hook, PUSH)
  const token = new URL(hook.url).pathname.split('/').at(-1) ?? ''
  for (const secret of [token, hook.signingSecret]) {
    expect(controlPlane.output()).not.toContain(secret)
    expect(await tablesWith(pool, secret)).toEqual([])
    expect(filesWith(controlPlane.dataFolder, secret)).toEqual([])
  }
  const { body } = await owner.request('GET', `organization/${made.organizationId}/audit`)
  expect(JSON.stringify(body)).toContain('instance.deployHookCreated')
  expect(JSON.stringify(body)).not.toMatch(new RegExp(`${token}|${hook.signingSecret}`))
  const { body: read } = await owner.request('GET', `compute-instance/${instance._id}/deploy-hook`)
  expect(read).toMatchObject({ deployHook: { lastResult: 'The signature of this webhook is missing or wrong.' } })
})

test('only signed requests deploy where a signature is required, and each of them once', async () => {
  const hook = await createHook(true)
  const before = await deployments()
  const signed = timed(hook, PUSH)
  expect((await post(hook, PUSH)).status).toBe(403)
  expect((await post(hook, PUSH, timed({ ...hook, signingSecret: 'guessed' }, PUSH))).status).toBe(403)
  expect((await post(hook, '{}', signed)).status, 'another body').toBe(403)
  expect((await post(hook, PUSH, timed(hook, PUSH, Date.now() - 600_000))).status, 'an old request').toBe(403)
  expect((await post(hook, PUSH, { authorization: `Bearer ${hook.signingSecret}x` })).status).toBe(403)
  expect(await deployments()).toBe(before)

  const replayed = await Promise.all([post(hook, PUSH, signed), post(hook, PUSH, signed), post(hook, PUSH, signed)])
  expect(replayed.filter(({ body }) => body.deployed)).toHaveLength(1)
  expect(replayed.filter(({ body }) => body.message.includes('received before'))).toHaveLength(2)
  expect(await deployments()).toBe(before + 1)
  await active()
})

test('a push of another repository, tag or digest deploys nothing', async () => {
  const hook = await createHook(false)
  const before = await deployments()
  const digest = `sha256:${'a'.repeat(64)}`
  for (const image of [
    'longshore/clock:1',
    'longshore/hello:2',
    `longshore/hello@${digest}`,
    'ghcr.io/longshore/hello:1',
  ])
    expect((await post(hook, JSON.stringify({ image }))).body, image).toMatchObject({ deployed: false })
  const hub = { push_data: { tag: '1' }, repository: { repo_name: 'mallory/hello' } }
  expect((await post(hook, JSON.stringify(hub))).body).toMatchObject({ deployed: false })
  for (const body of ['{"image":', '[]', 'null', '{"image":{"$gt":""}}', '\u0000'])
    expect((await post(hook, body)).status, body).toBe(400)
  expect(await deployments()).toBe(before)
})

test('a guessed or replaced address is not found, and a huge body is not read', async () => {
  const old = await createHook(false)
  const hook = await createHook(false)
  expect((await post(old)).status).toBe(404)
  const guess = new URL(hook.url)
  guess.pathname = guess.pathname.replace(/[^/]+$/, randomBytes(32).toString('base64url'))
  expect((await post({ url: guess.href }, PUSH)).status).toBe(404)
  expect((await post({ url: `${hook.url}/..%2f..%2fprofile` }, PUSH)).status).toBe(404)
  const before = await deployments()
  // The server may close the connection before the sender has written everything.
  const huge = await post(hook, Buffer.alloc(1_000_000, 'a')).then(
    ({ status }) => status,
    () => 'closed',
  )
  expect([413, 'closed']).toContain(huge)
  expect(await deployments()).toBe(before)
})

test('a flood is refused, without the secret it takes nothing from the sender that has it', async () => {
  const hook = await createHook(true)
  const unsigned = await Promise.all(Array.from({ length: 40 }, () => post(hook, PUSH)))
  expect(unsigned.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  const nothing = '{"image":"longshore/other:1"}'
  const other = () => post(hook, nothing, { authorization: hook.signingSecret })
  const signed = await Promise.all(Array.from({ length: 12 }, other))
  expect(signed.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(signed.filter(({ status }) => status === 429)).toHaveLength(2)
})

test('a closed instance stays closed, and a member who left deploys nothing', async () => {
  const hook = await createHook(false)
  const outsider = await controlPlane.signIn('mallory')
  const { body } = await apiOf(controlPlane.url, outsider).request<{ user: { _id: string } }>('GET', 'profile')
  await pool.query('update deploy_hook set created_by = $1', [body.user._id])
  expect((await post(hook, PUSH)).status).toBe(404)
  const current = await createHook(false)
  await owner.request('POST', `compute-instance/${instance._id}/close`, { organizationId: made.organizationId })
  expect((await post(current, PUSH)).body).toMatchObject({ deployed: false, message: 'This instance is closed.' })
})
