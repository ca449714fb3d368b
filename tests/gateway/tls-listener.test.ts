import { once } from 'node:events'
import { createServer as createHttp1Server } from 'node:http'
import { type AddressInfo, connect as connectTcp, createServer as createNetServer } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { connect as connectTls, createSecureContext, type TLSSocket } from 'node:tls'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { isIncompleteRecord } from '../../server/gateway/tls/client-hello.ts'
import { createHttp2Server } from '../../server/gateway/tls/http2-server.ts'
import { createTlsListener, type TlsListener } from '../../server/gateway/tls/tls-listener.ts'
import { createTestAuthority, type IssuedCertificate, type TestAuthority } from '../certificates.ts'

const name = 'first.test'
let authority: TestAuthority
let issued: IssuedCertificate
beforeAll(async () => {
  authority = await createTestAuthority()
  issued = await authority.issue([name])
})

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function open(): Promise<{ listener: TlsListener; port: number }> {
  const context = createSecureContext({ cert: issued.chain, key: issued.key })
  const listener = createTlsListener({
    http1: createHttp1Server({ headersTimeout: 50, connectionsCheckingInterval: 20 }, (_request, response) =>
      response.end('served'),
    ),
    http2: createHttp2Server((_request, response) => response.end('served')),
    contextOf: () => context,
  })
  await once(listener.server.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => {
    listener.close()
    listener.closeAllConnections()
  })
  return { listener, port: (listener.server.address() as AddressInfo).port }
}

/** Hands the bytes of a TLS client on one by one, each as a segment of its own. */
async function openSlowLine(port: number): Promise<number> {
  const line = createNetServer((client) => {
    const onward = connectTcp({ host: '127.0.0.1', port, noDelay: true })
    for (const each of [client, onward]) each.on('error', () => each.destroy())
    onward.pipe(client)
    client.on('data', async (part: Buffer) => {
      client.pause()
      for (const byte of part) {
        await new Promise((resolve) => onward.write(Buffer.from([byte]), resolve))
        await nextTurn()
      }
      client.resume()
    })
    client.on('end', () => onward.end())
  })
  await once(line.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => line.close())
  return (line.address() as AddressInfo).port
}

async function visit(port: number, protocol = 'http/1.1'): Promise<TLSSocket> {
  const socket = connectTls({
    host: '127.0.0.1',
    port,
    servername: name,
    ca: authority.root,
    ALPNProtocols: [protocol],
  })
  closers.push(() => socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

test('a connection that does not finish the headers of its request is closed', async () => {
  const { port } = await open()
  const socket = await visit(port)
  let received = ''
  socket.setEncoding('utf8').on('data', (part) => {
    received += part
  })
  socket.write('GET / HTTP/1.1\r\nHost: first.test\r\nX-Half: ')
  await once(socket, 'close')
  expect(received).toMatch(/^HTTP\/1\.1 408 /)
})

test('a listener that closes ends the connections that are idle', async () => {
  const { listener, port } = await open()
  const socket = await visit(port)
  socket.write('GET / HTTP/1.1\r\nHost: first.test\r\n\r\n')
  await once(socket, 'data')
  listener.close()
  await once(socket, 'close')
})

test('a challenge is answered although its first message arrives in many parts, and so are visitors', async () => {
  const { listener, port } = await open()
  listener.setChallenges([{ name, certificate: issued.chain, key: issued.key }])
  const slow = await openSlowLine(port)
  expect((await visit(slow, 'acme-tls/1')).alpnProtocol).toBe('acme-tls/1')
  expect((await visit(slow)).alpnProtocol).toBe('http/1.1')
})

test('more bytes are awaited only for a record that can still become a whole one', () => {
  const record = (length: number, present: number) =>
    Buffer.concat([Buffer.from([22, 3, 1, length >> 8, length & 255]), Buffer.alloc(present)])
  expect([Buffer.alloc(0), Buffer.from([22, 3]), record(300, 299)].map(isIncompleteRecord)).toEqual([true, true, true])
  const others = [
    record(300, 300),
    record(300, 301),
    record(16_385, 10),
    Buffer.from('G'),
    Buffer.from('GET / HTTP/1.1'),
  ]
  expect(others.map(isIncompleteRecord)).toEqual([false, false, false, false, false])
})
