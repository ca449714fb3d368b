import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendPieces } from '../../server/http/send-pieces.ts'
import { whenGone } from '../../server/http/when-gone.ts'
import { until } from './until.ts'

let app: FastifyInstance
let url: string
/** What the next request is answered with. */
let answer: (reply: FastifyReply) => Promise<unknown>
let told: string[]

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  app.get('/', (_request, reply) => answer(reply))
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
})
afterAll(() => app.close())
beforeEach(() => {
  told = []
})

async function* pieces(ready: Promise<void>, goOn?: Promise<unknown>) {
  try {
    await ready
    yield 1
    await goOn
    yield 2
  } finally {
    told.push('left')
  }
}

async function* endlessPieces() {
  try {
    for (;;) yield 'x'.repeat(100_000)
  } finally {
    told.push('left')
  }
}

const askAndLeave = async () => {
  const caller = new AbortController()
  const asked = fetch(url, { signal: caller.signal }).catch(() => undefined)
  await until(async () => told.includes('asked'))
  caller.abort()
  await asked
}

test('each piece is a line of its own', async () => {
  answer = (reply) => sendPieces(reply, pieces(Promise.resolve()))
  expect(await (await fetch(url)).text()).toBe('1\n2\n')
  expect(told).toEqual(['left'])
})

test('what makes the pieces ends, though its caller was gone before the first was there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = (reply) => {
    whenGone(reply).addEventListener('abort', () => resolve())
    told.push('asked')
    return sendPieces(reply, pieces(promise))
  }
  await askAndLeave()
  await until(async () => told.includes('left'))
})

test('a caller that was gone before anybody looked is known to be gone', async () => {
  answer = async (reply) => {
    told.push('asked')
    await until(async () => reply.raw.closed)
    told.push(whenGone(reply).aborted ? 'gone' : 'there')
    return reply.send()
  }
  await askAndLeave()
  await until(async () => told.includes('gone'))
})

test('a reader that takes nothing is let go', async () => {
  answer = (reply) => sendPieces(reply, endlessPieces(), 100)
  const reader = connect(Number(new URL(url).port), '127.0.0.1')
  reader.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(reader, 'readable')
  await until(async () => told.includes('left'))
  reader.destroy()
})

test('a reader that waits for the next piece is not', async () => {
  answer = (reply) => sendPieces(reply, pieces(Promise.resolve(), once(reply.raw, 'timeout')), 20)
  expect(await (await fetch(url)).text()).toBe('1\n2\n')
})
