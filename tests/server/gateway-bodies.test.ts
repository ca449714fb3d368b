import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RoutedGateway, routedGateway } from './routed-gateway.ts'
import { until } from './until.ts'

const HOST = 'shop.localhost'
const MIB = 1024 ** 2
const large = randomBytes(4 * MIB)
const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

async function describeBody(incoming: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of incoming) {
    hash.update(part)
    bytes += part.length
  }
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  return JSON.stringify({ digest: hash.digest('hex'), bytes, length, encoding })
}

let gateway: RoutedGateway
let instance: Server
beforeEach(async () => {
  gateway = await routedGateway()
  instance = createServer((incoming, response) => {
    if (incoming.url === '/length') response.writeHead(200, { 'content-length': large.length }).end(large)
    else if (incoming.url === '/chunks') response.write(large, () => response.end())
    // The visitor may leave in the middle.
    else
      describeBody(incoming).then(
        (text) => response.end(text),
        () => response.destroy(),
      )
  })
  await new Promise<void>((resolve) => instance.listen(0, '127.0.0.1', resolve))
  const target = { id: 'one', address: '127.0.0.1', hostPort: (instance.address() as AddressInfo).port }
  gateway.routes.replaceAll([
    {
      id: 'an instance',
      host: 'shop',
      name: 'Shop',
      state: 'running',
      defaultPort: 8080,
      ports: [{ containerPort: 8080, targets: [target] }],
    },
  ])
  await until(async () => (await gateway.get(HOST)).status === 200)
})
afterEach(async () => {
  await gateway.close()
  instance.closeAllConnections()
  instance.close()
})

const open = (path: string, method: string, headers = {}) =>
  request({ host: '127.0.0.1', port: gateway.port, path, method, headers: { host: HOST, ...headers } })

test.each(['/length', '/chunks'])('a large response reaches slow and fast visitors unchanged: %s', async (path) => {
  const read = async (isSlow: boolean): Promise<string> => {
    const sent = open(path, 'GET')
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    const parts: Buffer[] = []
    for await (const part of response) {
      parts.push(part)
      if (isSlow) for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    }
    return digest(Buffer.concat(parts))
  }
  // At once, because all connections read into one buffer.
  const digests = await Promise.all([read(true), read(false), read(true), read(false)])
  expect(new Set(digests)).toEqual(new Set([digest(large)]))
})

test.each([
  ['of known length', { 'content-length': large.length }, { length: String(large.length) }],
  ['in chunks', { 'transfer-encoding': 'chunked' }, { encoding: 'chunked' }],
])('a large body %s reaches the instance unchanged', async (_kind, headers, framing) => {
  const sent = open('/', 'POST', headers)
  for (let at = 0; at < large.length; at += MIB) sent.write(large.subarray(at, at + MIB))
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const [body] = (await once(response, 'data')) as [Buffer]
  expect(JSON.parse(body.toString())).toEqual({ digest: digest(large), bytes: large.length, ...framing })
})

test('a visitor who leaves in the middle ends the connection to the instance', async () => {
  let isClosed = false
  instance.on('connection', (socket) => socket.on('close', () => (isClosed = true)))
  const sent = open('/', 'POST', { 'transfer-encoding': 'chunked' })
  sent.on('error', () => undefined)
  sent.write('half')
  await once(instance, 'request')
  sent.destroy()
  await until(async () => isClosed)
})
