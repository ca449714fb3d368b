import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../server/until.ts'
import { type GatewayUnderAttack, gatewayUnderAttack, type Path } from './gateway-harness.ts'
import { type ResponseScript, responseCorpus, targetOf } from './gateway-response-corpus.ts'
import { statusOf, Visitor, writeRaw } from './raw-visitor.ts'
import { headerOf, type RecordingUpstream, startRecordingUpstream } from './recording-upstream.ts'

let gateway: GatewayUnderAttack
let upstream: RecordingUpstream
let host: string
beforeAll(async () => {
  gateway = await gatewayUnderAttack(['direct', 'nginx', 'haproxy'])
  upstream = await startRecordingUpstream()
  host = await gateway.createInstance(upstream.port)
})
afterAll(async () => {
  await upstream?.stop()
  await gateway?.stop()
})

const upgradeHeaders =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2l4dGVlbiBsZXR0ZXJzIQ==\r\n'

/** Requests a script's target, and reads until the other side closes the connection. */
const sendScript = ({ name, port }: Path, script: ResponseScript) => {
  const ends = script.upgrade ? upgradeHeaders : 'Connection: close\r\n'
  const bytes = `${script.method ?? 'GET'} ${targetOf(script)} HTTP/1.1\r\nHost: ${host}\r\n${ends}\r\n`
  return writeRaw(
    port,
    bytes,
    // Proxies keep some of these connections open.
    (received) => name !== 'direct' && statusOf(received) !== undefined,
    async () => undefined,
    5000,
  )
}

const bodyOf = (received: string): string => {
  const body = received.slice(received.indexOf('\r\n\r\n') + 4)
  if (!/^transfer-encoding: chunked/im.test(received)) return body
  const chunk = /^[0-9a-f]+\r\n([\s\S]*?)\r\n0\r\n\r\n$/.exec(body)
  return body === '0\r\n\r\n' ? '' : (chunk?.[1] ?? `cut: ${body}`)
}

async function expectOwnResponses(visitors: Visitor[], script: ResponseScript): Promise<void> {
  for (const visitor of visitors) {
    const path = `/own-${Math.random().toString(36).slice(2)}`
    const { status, body } = await visitor.get(path, { cookie: `own=${path}` })
    expect(status, script.name).toBe(200)
    expect(JSON.parse(body), script.name).toMatchObject({ target: path, cookie: [`own=${path}`] })
  }
}

test.each(['direct', 'nginx', 'haproxy'] as const)(
  'a broken response harms no other visitor and is never forwarded unchanged: %s',
  async (name) => {
    const path = gateway.paths.find((each) => each.name === name) as Path
    const visitors = [new Visitor(path.port, host), new Visitor(path.port, host)]
    const failures: string[] = []
    for (const script of responseCorpus) {
      try {
        await expectOwnResponses(visitors, script)
        const { received } = await sendScript(path, script)
        await expectOwnResponses(visitors, script)
        expect(received).not.toContain('poison')
        expect(received).not.toMatch(/^set-cookie/im)
        if (name === 'direct') expectWhatTheVisitorGets(received, script)
      } catch (error) {
        failures.push(`${script.name}: ${error instanceof Error ? error.message : error}`)
      }
    }
    for (const visitor of visitors) visitor.disconnect()
    expect(failures).toEqual([])
  },
)

function expectWhatTheVisitorGets(received: string, { gets }: ResponseScript): void {
  const status = statusOf(received)
  if (gets === 'bad gateway') expect(status, received).toBe(502)
  else if (gets === 'cut off') {
    if (status === undefined) return
    expect(status, received).toBe(200)
    const length = /^content-length: (\d+)/im.exec(received)?.[1]
    const isWhole = length ? bodyOf(received).length === Number(length) : received.endsWith('0\r\n\r\n')
    expect(isWhole, received).toBe(false)
  } else {
    expect(status, received).toBe(gets.status)
    expect(bodyOf(received), received).toBe(gets.body)
  }
}

test('an accepted upgrade is answered with 101 and echoes the bytes that followed it', async () => {
  const [direct] = gateway.paths
  const bytes = `GET /agree HTTP/1.1\r\nHost: ${host}\r\n${upgradeHeaders}\r\nfirst bytes`
  const { received } = await writeRaw(
    direct?.port ?? 0,
    bytes,
    (all) => all.endsWith('first bytes'),
    async () => undefined,
    5000,
  )
  expect(received).toMatch(/^HTTP\/1\.1 101 Switching Protocols\r\n/)
  expect(received).toMatch(/\r\nupgrade: websocket\r\n/i)
  expect(received.endsWith('\r\n\r\nfirst bytes')).toBe(true)
  const seen = upstream.requests.find(({ line }) => line.startsWith('GET /agree'))
  expect(seen && headerOf(seen, 'upgrade')).toEqual(['websocket'])
})

test('visitors get responses although the instance has just closed its idle connections', async () => {
  const [direct] = gateway.paths
  const visitor = new Visitor(direct?.port ?? 0, host)
  for (let round = 0; round < 20; round += 1) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const path = `/after-${round}-${method}`
      await visitor.get('/before')
      upstream.dropIdle()
      expect((await visitor.get(path, {}, method)).status, path).toBe(200)
      expect(upstream.requests.filter(({ line }) => line.includes(`${path} `))).toHaveLength(1)
    }
  }
  visitor.disconnect()
})

test('an early response reaches the visitor, and the rest of the body is not parsed as a request', async () => {
  const [direct] = gateway.paths
  const port = direct?.port ?? 0
  const smuggled = `GET /smuggled HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const head = `POST /early HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${smuggled.length * 100}\r\n\r\n`
  const visitor = new Visitor(port, host)
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.write(head + smuggled)
  await until(async () => /"target":"\/early"/.test(received))
  expect((await visitor.get('/own-during')).status).toBe(200)
  socket.write(`${smuggled.repeat(99)}GET /own-after HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  await until(async () => /"target":"\/own-after"/.test(received))
  expect((await visitor.get('/own-then')).status).toBe(200)
  expect(upstream.requests.filter(({ line }) => line.includes('smuggled'))).toEqual([])
  expect(upstream.malformed).toEqual([])
  socket.destroy()
  visitor.disconnect()
})
