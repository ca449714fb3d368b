import { once } from 'node:events'
import { createServer as createHttp1Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect as connectTls, createSecureContext, type TLSSocket } from 'node:tls'
import { afterEach, beforeAll, expect, test } from 'vitest'
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

async function visit(port: number): Promise<TLSSocket> {
  const socket = connectTls({ host: '127.0.0.1', port, servername: name, ca: authority.root })
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
