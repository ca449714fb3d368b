import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { disconnectSignal } from '../../server/http/disconnect-signal.ts'
import { sendPieces } from '../../server/http/send-pieces.ts'
import { until } from './until.ts'

let app: FastifyInstance
let url: string
/** Responds to the next request. */
let respond: (reply: FastifyReply) => Promise<unknown>
let events: string[]

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  app.get('/', (_request, reply) => respond(reply))
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
})
afterAll(() => app.close())
beforeEach(() => {
  events = []
})

async function* pieces(ready: Promise<void>, resume?: Promise<unknown>) {
  try {
    await ready
    yield 1
    await resume
    yield 2
  } finally {
    events.push('left')
  }
}

async function* endlessPieces() {
  try {
    for (;;) yield 'x'.repeat(100_000)
  } finally {
    events.push('left')
  }
}

const requestAndAbort = async () => {
  const caller = new AbortController()
  const pending = fetch(url, { signal: caller.signal }).catch(() => undefined)
  await until(async () => events.includes('asked'))
  caller.abort()
  await pending
}

test('each piece is sent as one line', async () => {
  respond = (reply) => sendPieces(reply, pieces(Promise.resolve()))
  expect(await (await fetch(url)).text()).toBe('1\n2\n')
  expect(events).toEqual(['left'])
})

test('the generator ends, even when its caller disconnected before the first piece', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  respond = (reply) => {
    disconnectSignal(reply).addEventListener('abort', () => resolve())
    events.push('asked')
    return sendPieces(reply, pieces(promise))
  }
  await requestAndAbort()
  await until(async () => events.includes('left'))
})

test('a signal that is requested after the disconnect is already aborted', async () => {
  respond = async (reply) => {
    events.push('asked')
    await until(async () => reply.raw.closed)
    events.push(disconnectSignal(reply).aborted ? 'gone' : 'there')
    return reply.send()
  }
  await requestAndAbort()
  await until(async () => events.includes('gone'))
})

test('a client that reads nothing is disconnected', async () => {
  respond = (reply) => sendPieces(reply, endlessPieces(), 100)
  const reader = connect(Number(new URL(url).port), '127.0.0.1')
  reader.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(reader, 'readable')
  await until(async () => events.includes('left'))
  reader.destroy()
})

test('a client that waits for the next piece is not disconnected', async () => {
  respond = (reply) => sendPieces(reply, pieces(Promise.resolve(), once(reply.raw, 'timeout')), 20)
  expect(await (await fetch(url)).text()).toBe('1\n2\n')
})
