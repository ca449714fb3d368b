import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Instance } from '../../src/contract/wire/compute.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { type GatewayHarness, gatewayHarness } from './gateway-harness.ts'
import { until } from './until.ts'

const hostOf = ({ latestUrlPreview }: Instance) => new URL(latestUrlPreview ?? 'http://none').host

describe('the gateway', () => {
  let harness: ComputeHarness
  let gateway: GatewayHarness
  let echo: Instance
  beforeAll(async () => {
    harness = await computeHarness()
    gateway = await gatewayHarness(harness)
    const made = await harness.deploy({ name: 'Echo', image: 'longshore/echo:1' })
    echo = await harness.inState(made._id, 'Active')
  })
  afterAll(async () => {
    await gateway.close()
    await harness.close()
  })

  test('forwards a request to the instance with its host, its body and the client address', async () => {
    const response = await gateway.get(hostOf(echo), {
      path: '/a%20path?q=1',
      method: 'POST',
      body: 'some words',
      headers: { 'x-forwarded-for': '6.6.6.6', 'x-own': 'kept', connection: 'keep-alive, x-hop', 'x-hop': 'dropped' },
    })
    expect(response.status).toBe(200)
    const seen = JSON.parse(response.body)
    expect(seen).toMatchObject({ method: 'POST', path: '/a%20path?q=1', body: 'some words' })
    expect(seen.headers).toMatchObject({
      host: hostOf(echo),
      'x-own': 'kept',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': hostOf(echo),
      'x-forwarded-proto': 'http',
    })
    expect(seen.headers).not.toHaveProperty('x-hop')
  })

  test('forwards a WebSocket, which echoes a message', async () => {
    const clientRequest = request({
      host: '127.0.0.1',
      port: gateway.port,
      path: '/socket',
      headers: {
        host: hostOf(echo),
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': Buffer.from('sixteen letters!').toString('base64'),
        'sec-websocket-version': '13',
      },
    })
    clientRequest.end()
    const [response, socket] = (await once(clientRequest, 'upgrade')) as [{ statusCode: number }, Duplex]
    expect(response.statusCode).toBe(101)
    const text = Buffer.from('ahoy')
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]))
    const [frame] = (await once(socket, 'data')) as [Buffer]
    expect(frame).toEqual(Buffer.concat([Buffer.from([0x81, text.length]), text]))
    socket.destroy()
  })

  test('leaves other hosts to the control plane, and no spelling of a host reaches it through an instance', async () => {
    const before = gateway.passed()
    expect((await gateway.get('localhost:4600')).body).toBe('the control plane')
    expect((await gateway.get('127.0.0.1')).body).toBe('the control plane')
    expect(gateway.passed()).toBe(before + 2)
    const named = hostOf(echo)
    const tricks = [named.toUpperCase(), named.replace(':4600', '.:4600'), named.replace(':4600', ':1')]
    for (const trick of tricks) expect((await gateway.get(trick)).status).toBe(200)
    const whole = await gateway.get(named, { path: `http://${named}/api/profile` })
    expect(JSON.parse(whole.body).path).toBe('/api/profile')
    expect((await gateway.get(named, { path: 'http://localhost:4600/api/profile' })).status).toBe(400)
    expect(gateway.passed()).toBe(before + 2)
  })

  test('only ports of the instance can be named in the host', async () => {
    const named = hostOf(echo)
    expect((await gateway.get(`8080-${named}`)).status).toBe(200)
    expect((await gateway.get(`5432-${named}`)).status).toBe(404)
    expect((await gateway.get(`${gateway.port}-${named}`)).status).toBe(404)
  })

  test('an unknown host returns an error, as a page and as JSON', async () => {
    const page = await gateway.get('nobody-abc123.localhost:4600', { headers: { accept: 'text/html' } })
    expect(page).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.body).toContain('Instance not found')
    const json = await gateway.get('nobody-abc123.localhost:4600', { headers: { accept: 'application/json' } })
    expect(JSON.parse(json.body)).toMatchObject({ error: 'instanceNotFound' })
  })

  test.each([
    'www.nobody-abc123.localhost:4600',
    'a.b.c.localhost',
    'WWW.Nobody.LOCALHOST.',
    '-.localhost',
    '_dmarc.localhost',
  ])('%s below the host of instances is an unknown instance and never the console', async (host) => {
    const json = await gateway.get(host, { headers: { accept: 'application/json' } })
    expect(json.status).toBe(404)
    expect(JSON.parse(json.body)).toMatchObject({ error: 'instanceNotFound' })
  })

  test('a starting instance has a page that reloads itself, and a name cannot inject script into it', async () => {
    const made = await harness.deploy({
      name: 'A<script>b',
      image: 'longshore/clock:1',
      ports: [{ containerPort: 9000 }],
    })
    const { rows } = await harness.store.pool.query<{ host: string }>('select host from instance where id = $1', [
      made._id,
    ])
    const page = await until(async () => {
      const response = await gateway.get(`${rows[0]?.host}.localhost`)
      return response.status !== 404 && response
    })
    expect(page).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(page.body).toContain('http-equiv="refresh"')
    expect(page.body).not.toContain('<script')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    await harness.call('deleteInstance', { id: made._id })
    await harness.waitUntilDeleted(made._id)
    await until(async () => (await gateway.get(`${rows[0]?.host}.localhost`)).status === 404)
  })

  test('a closed instance has a page of its own, and one whose program is gone returns 502', async () => {
    const made = await harness.deploy({ name: 'Short' })
    const active = await harness.inState(made._id, 'Active')
    const unused = '[{"containerPort":8080,"hostPort":1}]'
    await harness.store.pool.query('update replica set published_ports = $2 where instance_id = $1', [made._id, unused])
    await harness.store.pool.query('update instance set published_ports = $2 where id = $1', [made._id, unused])
    await harness.store.pool.query(`select pg_notify('instance', $1)`, [made._id])
    await until(async () => (await gateway.get(hostOf(active))).status === 502)
    await harness.call('closeInstance', { id: made._id, organizationId: harness.organizationId })
    await harness.inState(made._id, 'Closed')
    const page = await until(async () => {
      const response = await gateway.get(hostOf(active))
      return response.status === 503 && response
    })
    expect(page.body).toContain('Short is closed')
  })

  test('a hundred concurrent requests all get a response', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => gateway.get(hostOf(echo))))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
