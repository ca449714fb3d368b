import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type ClientHttp2Session, connect } from 'node:http2'
import type { AddressInfo, Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendPage } from '../../server/gateway/pages/page.ts'
import { createHttp2Server } from '../../server/gateway/tls/http2-server.ts'

const page = { code: 'away', status: 502, title: 'Away', message: 'Nothing is here.' }
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  closers.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Without TLS, which the server leaves to others. */
async function open(serve: (request: IncomingMessage, response: ServerResponse) => void): Promise<ClientHttp2Session> {
  const session = connect(await listening(createHttp2Server(serve)))
  closers.push(() => session.destroy())
  return session
}

/** Resolves with what the client learns: the head, and the code with which the stream was closed. */
async function outcome(session: ClientHttp2Session, headers = {}) {
  const stream = session.request({ ':path': '/', ...headers })
  let head: Record<string, unknown> | undefined
  let raw: string[] = []
  let body = ''
  stream.on('response', (received, _flags, ...rest) => {
    head = received
    raw = (rest as unknown[])[0] as string[]
  })
  stream.on('error', () => undefined)
  stream.setEncoding('utf8').on('data', (part) => {
    body += part
  })
  await new Promise((resolve) => stream.once('close', resolve))
  return { head, raw, body, code: stream.rstCode }
}

const NO_ERROR = 0
const INTERNAL_ERROR = 2
const CANCEL = 8

test('a header that should be there once is passed on as often as it was given', async () => {
  const session = await open((_request, response) => {
    response.writeHead(302, ['location', '/a', 'Location', '/b', 'etag', '"a"', 'etag', '"b"', 'constructor', 'c'])
    response.end('moved')
  })
  const { head, raw, body, code } = await outcome(session)
  expect(head?.[':status']).toBe(302)
  expect(raw.filter((_, at) => raw[at - 1] === 'location')).toEqual(['/a', '/b'])
  expect(head?.constructor).toBe('c')
  expect({ body, code }).toEqual({ body: 'moved', code: NO_ERROR })
})

test('headers that cannot be sent reset the stream, and the session goes on', async () => {
  const session = await open((request, response) => {
    response.writeHead(200, request.url === '/' ? ['a header', 'x', 'upgrade', 'websocket'] : [])
    response.write('a part')
    response.end('the rest')
    if (!response.headersSent) sendPage(request, response, page)
  })
  expect(await outcome(session)).toMatchObject({ head: undefined, body: '', code: INTERNAL_ERROR })
  expect(await outcome(session, { ':path': '/next' })).toMatchObject({ body: 'a partthe rest', code: NO_ERROR })
})

test('headers after a reason phrase are sent', async () => {
  const session = await open((_request, response) => {
    response.writeHead(200, 'Fine', ['content-type', 'text/plain'])
    response.end()
  })
  expect((await outcome(session)).head).toMatchObject({ ':status': 200, 'content-type': 'text/plain' })
})

test('a page has none of the headers that were set for another response', async () => {
  const url = await listening(
    createServer((request, response) => {
      response.setHeader('strict-transport-security', 'max-age=60')
      response.setHeader('content-encoding', 'gzip')
      response.setHeader('location', '/elsewhere')
      sendPage(request, response, page)
    }),
  )
  const { headers } = await fetch(url)
  expect(['strict-transport-security', 'content-encoding', 'location'].map((name) => headers.get(name))).toEqual([
    'max-age=60',
    null,
    null,
  ])
})

test('a response that ends too early is not taken for complete', async () => {
  const session = await open((request, response) => {
    response.writeHead(200, [])
    response.write('the beginning', () => (request.url === '/cut' ? response.destroy() : response.end()))
    if (request.url === '/whole') response.once('finish', () => response.destroy())
  })
  expect(await outcome(session, { ':path': '/cut' })).toMatchObject({ body: 'the beginning', code: INTERNAL_ERROR })
  expect(await outcome(session, { ':path': '/whole' })).toMatchObject({ body: 'the beginning', code: NO_ERROR })
})

test('a response closes once when the visitor leaves, also of a HEAD request', async () => {
  for (const method of ['HEAD', 'GET']) {
    let closed = 0
    const session = await open((_request, response) => {
      response.on('close', () => {
        closed += 1
      })
      stream.close(CANCEL)
    })
    const stream = session.request({ ':path': '/', ':method': method })
    await expect.poll(() => closed).toBe(1)
  }
})

test('the rest of a body is read after an early response, up to a limit', async () => {
  const session = await open((request, response) => sendPage(request, response, page))
  const upload = async (bytes: number, isWhole: boolean) => {
    const stream = session.request({ ':path': '/', ':method': 'POST' })
    stream.on('error', () => undefined).resume()
    const closed = new Promise((resolve) => stream.once('close', resolve))
    const part = Buffer.alloc(65_536)
    for (let sent = 0; sent < bytes && !stream.destroyed; sent += part.length)
      await Promise.race([new Promise((resolve) => stream.write(part, resolve)), closed])
    if (isWhole) stream.end()
    await closed
    return { sentWhole: stream.writableFinished, code: stream.rstCode }
  }
  expect(await upload(524_288, true)).toEqual({ sentWhole: true, code: NO_ERROR })
  expect(await upload(4_194_304, false)).toEqual({ sentWhole: false, code: NO_ERROR })
})

test('a session ends when it is idle, but not while a response is awaited', async () => {
  let waiting: ServerResponse | undefined
  const server = createHttp2Server((_request, response) => {
    waiting = response
  }, 300)
  const accepted = once(server, 'session')
  const session = connect(await listening(server))
  closers.push(() => session.destroy())
  const ended = once(session, 'close')
  const awaited = outcome(session)
  const [served] = await accepted
  await once(served, 'timeout')
  await once(served, 'timeout')
  waiting?.end('news')
  expect(await awaited).toMatchObject({ body: 'news', code: NO_ERROR })
  await ended
})
