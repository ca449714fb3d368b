import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asyncScheduler, type SchedulerLike, VirtualTimeScheduler } from 'rxjs'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { openNotifications } from '../../streams/live/open-notifications.ts'

interface ReceivedRequest {
  path: string | undefined
  authorization: string | undefined
  lastEventId: string | undefined
  atMs: number
}

// The library reads the page's visibility and uses the window's timers.
vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }))
vi.stubGlobal('window', globalThis)
afterAll(() => void vi.unstubAllGlobals())

const SILENT_MS = 20_000
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

const notified = (sequence: number) =>
  JSON.stringify({
    _id: `n${sequence}`,
    sequence,
    read: false,
    title: 'Welcome',
    message: '',
    description: '',
    type: 'info',
    timestamp: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    session: null,
    additionalData: {},
  })

/** Starts a real server on loopback with the test's handler. */
const setup = async (
  respond: (response: ServerResponse, time: number) => void,
  scheduler: SchedulerLike = asyncScheduler,
  token: string | (() => string) = 'secret',
) => {
  const requests: ReceivedRequest[] = []
  const reports: unknown[] = []
  const received: number[] = []
  const begun: (number | null)[] = []
  const server = createServer((request, response) => {
    const { authorization, 'last-event-id': lastEventId } = request.headers
    requests.push({
      path: request.url,
      authorization,
      lastEventId: lastEventId as string | undefined,
      atMs: performance.now(),
    })
    respond(response, requests.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  // Node no longer aborts a request whose object was garbage-collected.
  const sent: Request[] = []
  const world = {
    scheduler,
    random: () => 0,
    serverNow: () => Date.now(),
    network: {
      fetch: (request: Request) => {
        sent.push(request)
        return fetch(request)
      },
      online$: undefined as never,
    },
  }
  const running = openNotifications(url, world, (_where, error) => reports.push(error))(
    typeof token === 'string' ? () => token : token,
    () => received.at(-1) ?? begun.at(-1) ?? null,
  ).subscribe((event) => {
    if (event.kind === 'notified') received.push(event.notification.sequence)
    if (event.kind === 'alive') begun.push(event.lastNotified)
  })
  closers.push(() => {
    running.unsubscribe()
    server.closeAllConnections()
    server.close()
  })
  return { requests, reports, received, begun, running }
}

const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })

/** Skips the waits between retries; the silence timer waits `silentMs` instead of 20 s. */
const hurried = (silentMs = 20_000) => {
  const waits: number[] = []
  const time = new VirtualTimeScheduler()
  const scheduler: SchedulerLike = {
    now: () => time.now(),
    schedule: (work, delay = 0, state) => {
      if (delay === SILENT_MS) return asyncScheduler.schedule(work as never, silentMs, state)
      waits.push(delay)
      return asyncScheduler.schedule(work as never, 0, state)
    },
  }
  return { scheduler, waits }
}

test('sends the bearer token, reads notifications, and resumes after the last one [P7.63, A7.9]', async () => {
  const { scheduler, waits } = hurried()
  const { requests, received } = await setup((response, time) => {
    stream(response).write(`id: ${time}\ndata: ${notified(time)}\n\n`)
    if (time === 1) response.end()
  }, scheduler)
  await expect.poll(() => received).toStrictEqual([1, 2])
  expect(requests.map(({ authorization, lastEventId }) => [authorization, lastEventId])).toStrictEqual([
    ['Bearer secret', undefined],
    ['Bearer secret', '1'],
  ])
  expect(waits[0]).toBe(1000)
})

const tokenUntil = (exp: number) =>
  `head.${Buffer.from(JSON.stringify({ sid: 'session-7', sub: 'ada', exp })).toString('base64url')}.signature`

test('with an expired token it connects once the token is renewed, without a request that fails', async () => {
  let reads = 0
  const token = () => tokenUntil(++reads < 3 ? 1 : 9e9)
  const { requests, reports } = await setup((response) => void stream(response).write(': hello\n\n'), undefined, token)
  await expect.poll(() => requests.length).toBe(1)
  expect(requests[0]?.authorization).toBe(`Bearer ${tokenUntil(9e9)}`)
  expect(reports).toEqual([])
})

test('with an expired token that is not renewed, it connects after 10 s', async () => {
  const waits: number[] = []
  const scheduler: SchedulerLike = {
    now: () => Date.now(),
    schedule: (work, delay = 0, state) => {
      waits.push(delay)
      return asyncScheduler.schedule(work as never, delay === 10_000 ? 0 : delay, state)
    },
  }
  const { requests } = await setup((response) => void response.writeHead(401).end(), scheduler, tokenUntil(1))
  await expect.poll(() => requests.length).toBe(1)
  expect(requests[0]?.authorization).toBe(`Bearer ${tokenUntil(1)}`)
  expect(waits).toContain(10_000)
})

test('names the session of its token in the address, and nothing of any other token [A7.9]', async () => {
  const { scheduler } = hurried()
  const pathFor = async (token?: string) => {
    const { requests } = await setup((response) => void stream(response).write(': hello\n\n'), scheduler, token)
    await expect.poll(() => requests.length).toBe(1)
    return requests[0]?.path
  }
  expect(await pathFor(tokenUntil(9e9))).toBe('/?sessionId=session-7')
  expect(await pathFor()).toBe('/')
})

test('reports the start position, and resumes there if the stream breaks before the first notification', async () => {
  const { scheduler } = hurried()
  const { requests, received, begun } = await setup((response, time) => {
    stream(response).write(`: hello\n\nid: ${40 + time}\n\n`)
    if (time === 1) response.end()
    else response.write(`data: ${notified(43)}\n\n`)
  }, scheduler)
  await expect.poll(() => received).toStrictEqual([43])
  expect(requests.map(({ lastEventId }) => lastEventId)).toStrictEqual([undefined, '41'])
  expect(begun).toStrictEqual([41, 42])
})

test('rejects a wrong content type; errors are only reported, and the waits grow [P7.63, A8.26]', async () => {
  const { scheduler, waits } = hurried()
  const { reports, received } = await setup((response, time) => {
    if (time <= 3) response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')
    else stream(response).write(`id: 1\ndata: ${notified(1)}\n\n`)
  }, scheduler)
  await expect.poll(() => received).toStrictEqual([1])
  expect(waits.slice(0, 3)).toStrictEqual([1000, 2000, 4000])
  expect(String(reports[0])).toContain('content type')
})

test('reports an invalid notification, and still receives the next one', async () => {
  const { reports, received } = await setup((response) => {
    stream(response).write(`data: {"half":\n\ndata: ${notified(4)}\n\n`)
  })
  await expect.poll(() => received).toStrictEqual([4])
  expect(reports).toHaveLength(1)
})

test('reopens a stream that falls silent; heartbeats keep it open', async () => {
  const { scheduler } = hurried(600)
  let signs = 0
  let giving: ReturnType<typeof setInterval> | undefined
  const { requests, received, reports } = await setup((response, time) => {
    stream(response).write(`data: ${notified(time)}\n\n`)
    if (time !== 2) return
    giving = setInterval(() => {
      response.write(': still here\n\n')
      signs += 1
    }, 30)
  }, scheduler)
  await expect.poll(() => received).toStrictEqual([1, 2])
  expect(String(reports[0])).toContain('silent')
  await expect.poll(() => signs).toBeGreaterThan(40)
  clearInterval(giving)
  expect(requests).toHaveLength(2)
})

test('unsubscribing closes the connection', async () => {
  let closed = false
  const { requests, running } = await setup((response) => {
    response.on('close', () => {
      closed = true
    })
    stream(response).write(': hello\n\n')
  })
  await expect.poll(() => requests.length).toBe(1)
  running.unsubscribe()
  await expect.poll(() => closed).toBe(true)
})
