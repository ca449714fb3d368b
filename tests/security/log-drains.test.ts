import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProject } from '../../bench/support/control-plane.ts'
import type { ResponseOf } from '../../src/contract/contract.ts'
import { type Api, apiOf } from '../faults/support/api.ts'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { type Receiver, startReceiver } from '../server/drains/drains-harness.ts'
import { filesWith } from './stored-text.ts'

const SECRET = 'a-secret-header-of-a-drain'

let controlPlane: ControlPlane
let receiver: Receiver
let owner: Api
let outsider: Api
let made: Awaited<ReturnType<typeof makeProject>>
let foreign: Awaited<ReturnType<typeof makeProject>>
beforeAll(async () => {
  receiver = await startReceiver()
  controlPlane = await startControlPlane({
    settings: { LONGSHORE_ENGINE: 'process', LONGSHORE_LOG: 'trace', LONGSHORE_OUTGOING_ALLOWED: 'none' },
  })
  const [ada, eve] = [await controlPlane.signIn('ada'), await controlPlane.signIn('eve')]
  owner = apiOf(controlPlane.url, ada)
  outsider = apiOf(controlPlane.url, eve)
  made = await makeProject(controlPlane.url, ada, 'Harbour')
  foreign = await makeProject(controlPlane.url, eve, 'Elsewhere')
})
afterAll(async () => {
  await controlPlane?.end()
  await receiver?.close()
})

const create = (target: object, more: object = {}, by = owner) =>
  by.request<ResponseOf<'createDrain'>>('POST', `organization/${made.organizationId}/log-drains`, {
    name: 'Collector',
    target,
    ...more,
  })
const remove = ({ drain }: { drain: { _id: string } }) => owner.request('DELETE', `log-drain/${drain._id}`)

const place = { region: 'eu-1', bucket: 'logs', accessKeyId: 'key', secretAccessKey: 'secret' }
const port = 9999

test.each([
  ['HTTP to loopback', () => ({ type: 'http', url: receiver.url })],
  ['HTTP to a metadata service', () => ({ type: 'http', url: 'http://169.254.169.254/latest' })],
  ['HTTP to a number', () => ({ type: 'http', url: `http://2130706433:${new URL(receiver.url).port}/` })],
  ['HTTP to an IPv6 form', () => ({ type: 'http', url: `http://[::ffff:127.0.0.1]:${new URL(receiver.url).port}/` })],
  ['HTTP to a name of loopback', () => ({ type: 'http', url: receiver.url.replace('127.0.0.1', 'localhost') })],
  ['Loki', () => ({ type: 'loki', url: 'http://10.0.0.1/' })],
  ['syslog', () => ({ type: 'syslog', host: '127.0.0.1', port })],
  ['syslog to an IPv6 address', () => ({ type: 'syslog', host: '[::1]', port })],
  ['S3', () => ({ type: 's3', endpoint: receiver.url.replace('/in', ''), ...place })],
])('%s at a private address is refused, and nothing is sent', async (_, target) => {
  const { status, body } = await create(target())
  expect(status, body.message).toBe(200)
  const tested = await owner.request<ResponseOf<'testDrain'>>('POST', `log-drain/${body.drain._id}/test`, {})
  expect(tested.body).toMatchObject({ isDelivered: false, message: expect.stringContaining('not a public address') })
  expect(receiver.received).toEqual([])
  await remove(body)
})

test.each([
  ['a line break in a value', [{ name: 'X-Key', value: 'a\r\nHost: elsewhere' }]],
  ['a line break in a name', [{ name: 'X-Key\r\nX-Other', value: 'a' }]],
  ['a bare carriage return', [{ name: 'X-Key', value: 'a\rb' }]],
  ['a header of the connection', [{ name: 'Transfer-Encoding', value: 'chunked' }]],
  ['another host', [{ name: 'hOsT', value: 'elsewhere' }]],
  ['another length', [{ name: 'Content-Length', value: '0' }]],
])('%s is rejected in headers', async (_, headers) => {
  const { status } = await create({ type: 'http', url: 'https://logs.example.test', headers })
  expect(status).toBe(400)
})

test.each([
  { type: 'http', url: `https://user:${'password'}@logs.example.test` },
  { type: 'http', url: 'file:///etc/passwd' },
  { type: 'syslog', host: 'logs.example.test\r\nX: y' },
  { type: 'loki', url: 'https://logs.example.test', tenant: 'a\r\nX: y' },
  { type: 's3', endpoint: 'https://s3.example.test', ...place, prefix: '/a b' },
])('%j is rejected as a target', async (target) => {
  expect((await create(target)).status).toBe(400)
})

test('an outsider reaches no drain, and no drain reaches an outsider’s project or instance', async () => {
  const target = { type: 'http', url: 'https://logs.example.test', headers: [{ name: 'X-Key', value: SECRET }] }
  const { body } = await create(target)
  const { _id } = body.drain
  for (const [method, path, sent] of [
    ['GET', `log-drain/${_id}`],
    ['PATCH', `log-drain/${_id}`, { name: 'Mine' }],
    ['POST', `log-drain/${_id}/test`, {}],
    ['POST', `log-drain/${_id}/state`, { enabled: false }],
    ['DELETE', `log-drain/${_id}`],
    ['GET', `organization/${made.organizationId}/log-drains`],
  ] as const)
    expect((await outsider.request(method, path, sent)).status, `${method} ${path}`).toBeGreaterThanOrEqual(403)
  expect((await create(target, {}, outsider)).status).toBeGreaterThanOrEqual(403)
  expect((await create(target, { projectId: foreign.projectId })).status).toBe(400)
  expect((await create(target, { instanceId: foreign.projectId })).status).toBe(400)
  expect((await owner.request('GET', `log-drain/${_id}`)).body).not.toHaveProperty('drain.target.headers.0.value')
  await remove(body)
})

test('a secret of a target is in no response, log or stored file', async () => {
  const target = { type: 'http', url: 'https://logs.example.test', headers: [{ name: 'X-Key', value: SECRET }] }
  const { body } = await create(target)
  const list = await owner.request('GET', `organization/${made.organizationId}/log-drains`)
  const audit = await owner.request('GET', `organization/${made.organizationId}/audit`)
  expect(JSON.stringify([body, list, audit])).not.toContain(SECRET)
  expect(controlPlane.output()).not.toContain(SECRET)
  expect(filesWith(controlPlane.dataFolder, SECRET)).toEqual([])
  await remove(body)
})
