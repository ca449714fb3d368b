import { createServer, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import { ApiError } from '../../server/http/api-error.ts'
import { authenticateRequests } from '../../server/http/caller-of-request.ts'
import { type EventStream, eventStream } from '../../server/live/event-stream.ts'
import { createLiveLimits } from '../../server/live/live-limits.ts'
import type { RightsChanges } from '../../server/live/rights-changes.ts'
import { serveNotifications } from '../../server/live/sse.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { until } from './until.ts'

const KEEP_ALIVE_MS = 250
const REQUEST = 'GET /api/user-notification HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer a.b.c\r\n\r\n'
const LONG = 'x'.repeat(100_000)

const connectClient = (server: Server): Socket => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(REQUEST)
  return socket
}

/** Sends more than the operating system’s socket buffers hold. */
const fill = (stream: EventStream): void =>
  stream.send(Array.from({ length: 200 }, (_, sequence) => ({ sequence, ...{ text: LONG } })))

describe('a stream of events', () => {
  let server: Server
  let client: Socket
  let raw: ServerResponse
  let stream: EventStream
  beforeEach(async () => {
    const opened = Promise.withResolvers<ServerResponse>()
    server = createServer((_, response) => opened.resolve(response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    client = connectClient(server)
    raw = await opened.promise
    stream = eventStream(raw, { keepAliveMs: KEEP_ALIVE_MS, graceMs: 2 * KEEP_ALIVE_MS })
    stream.begin({}, 'retry: 1000\n\n')
  })
  afterEach(async () => {
    client.destroy()
    server.close()
  })

  test('ends although its client reads nothing, and sends nothing more', async () => {
    client.pause()
    fill(stream)
    stream.end()
    // The end cannot be flushed, so keep-alives would continue; a write after the end would crash the process.
    expect(raw.closed).toBe(false)
    stream.send([{ sequence: 1 }])
    const unsent = raw.writableLength
    await until(async () => raw.closed)
    expect(raw.writableLength).toBeLessThanOrEqual(unsent)
    expect(stream.over.aborted).toBe(true)
  })

  test('disconnects a client that reads nothing, and buffers nothing more for it', async () => {
    client.pause()
    fill(stream)
    const waits = raw.writableLength
    let most = 0
    await until(async () => {
      if (stream.over.aborted) return true
      most = Math.max(most, raw.writableLength)
      return false
    })
    expect(most).toBe(waits)
    await until(async () => raw.closed)
  })

  test('keeps a slow client connected', async () => {
    client.pause()
    fill(stream)
    let last = ''
    client.on('data', (data) => {
      last = data.toString()
    })
    client.resume()
    await stream.whenReady()
    await until(async () => last.includes(': still here'))
    expect(stream.over.aborted).toBe(false)
  })

  test('ends when its client disconnects, and resolves whenReady', async () => {
    client.pause()
    fill(stream)
    const waiting = stream.whenReady()
    client.destroy()
    await waiting
    expect(stream.over.aborted).toBe(true)
  })
})

const limits = createLiveLimits(configFrom({}, '/'))
const log = pino({ level: 'silent' })
const unused = async () => {
  throw new Error('Not called in this test.')
}
const ofAda = () => {
  const app = Fastify()
  authenticateRequests(app, async () => ({
    kind: 'user',
    userId: 'ada' as UserId,
    by: { session: 'one', expiresAtMs: Number.POSITIVE_INFINITY },
  }))
  return app
}

test('a client that disconnects while its notification stream opens leaves no listener behind', async () => {
  const app = ofAda()
  const looking = Promise.withResolvers<void>()
  const watching = Promise.withResolvers<void>()
  const calls: string[] = []
  const rights: RightsChanges = {
    on: () => {
      calls.push('listened')
      return () => calls.push('stopped listening')
    },
  }
  const streams = serveNotifications(app, {
    config: { publicUrl: 'http://localhost:4600' },
    hub: {
      watch: async () => {
        looking.resolve()
        await watching.promise
        return { from: 0, start: () => calls.push('started'), stop: () => calls.push('stopped') }
      },
      topics: () => 0,
      stop: () => undefined,
    },
    authenticate: unused,
    recheck: unused,
    authorize: unused,
    rights,
    limits,
    log,
  })
  const closed = new Promise((resolve) => app.server.on('connection', (socket) => socket.once('close', resolve)))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const client = connectClient(app.server)
  await looking.promise
  client.destroy()
  await closed
  watching.resolve()
  await app.close()
  const begun = calls.filter((call) => !call.startsWith('stopped')).length
  expect(begun).toBe(calls.length - begun)
  streams.stop()
})

test('a session that ended while its stream was opening closes it, without another event', async () => {
  const app = ofAda()
  let isOver = false
  const streams = serveNotifications(app, {
    config: { publicUrl: 'http://localhost:4600' },
    hub: {
      watch: async () => {
        isOver = true
        return { from: 0, start: () => undefined, stop: () => undefined }
      },
      topics: () => 0,
      stop: () => undefined,
    },
    authenticate: unused,
    recheck: async (caller) => {
      if (isOver) throw new ApiError('sessionEnded')
      return caller
    },
    authorize: unused,
    rights: { on: () => () => undefined },
    limits,
    log,
  })
  const headers = { authorization: 'Bearer a.b.c' }
  const { body } = await app.inject({ url: '/api/user-notification', headers })
  expect(body).toBe('retry: 1000\nid: 0\n\n')
  streams.stop()
  await app.close()
})
