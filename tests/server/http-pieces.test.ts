import type { AddressInfo } from 'node:net'
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

async function* pieces(ready: Promise<void>) {
  try {
    await ready
    yield 1
    yield 2
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
