import { setTimeout as delay } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scaleToLoad } from '../scale-to-load.ts'
import { until } from '../server/until.ts'
import { type BusyLog, startBusyLog } from './support/busy-log.ts'
import { sequenceErrors, watchLog } from './support/log-watcher.ts'
import { startTcpProxy } from './support/tcp-proxy.ts'

/** A ping after 10 s and 8 s for its pong; the rest is allowed for a slow machine. */
const FOUND_DEAD_MS = 18_000 + scaleToLoad(2000)
/** Shorter than the usual 60 s of proxies, so a connection that survives this one survives those. */
const IDLE_MS = 12_000

let busy: BusyLog
beforeAll(async () => {
  busy = await startBusyLog()
})
afterAll(() => busy?.stop())

// Most of their time is waiting.
describe.concurrent('misbehaving proxies', () => {
  test('a connection that carries no more data is closed by both ends within 20 s', async () => {
    const { controlPlane, token } = busy
    const proxy = await startTcpProxy(controlPlane.port)
    const socket = io(proxy.url, { auth: { token }, transports: ['websocket'], forceNew: true, reconnection: false })
    try {
      await new Promise((resolve) => socket.once('connect', () => resolve(null)))
      const clientMs = new Promise<number>((resolve) => socket.once('disconnect', () => resolve(Date.now())))
      const silentSinceMs = Date.now()
      await proxy.blackhole()
      expect(Date.now() - silentSinceMs).toBeLessThan(FOUND_DEAD_MS)
      expect((await clientMs) - silentSinceMs).toBeLessThan(FOUND_DEAD_MS)
    } finally {
      socket.disconnect()
      await proxy.stop()
    }
  })

  test('a proxy that cuts idle connections never finds ours idle', async () => {
    const { controlPlane, token } = busy
    const proxy = await startTcpProxy(controlPlane.port, { idleMs: IDLE_MS })
    const watcher = await watchLog(proxy.url, token, await busy.startWriter(10), { fillFrom: controlPlane.url })
    const abort = new AbortController()
    const stream = await fetch(`${proxy.url}/api/user-notification`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: abort.signal,
    })
    const reader = stream.body?.getReader()
    let ended = false
    const reading = (async () => {
      for (;;) if ((await reader?.read())?.done !== false) break
      ended = true
    })().catch(() => {
      ended = true
    })
    try {
      await delay(2 * IDLE_MS)
      expect(watcher.connections()).toBe(1)
      expect(ended, 'the notification stream stays open').toBe(false)
    } finally {
      watcher.close()
      abort.abort()
      await reading
      await proxy.stop()
    }
  })

  test('behind a proxy that rejects WebSocket upgrades every line arrives by polling', async () => {
    const { controlPlane, token } = busy
    const proxy = await startTcpProxy(controlPlane.port, { forbidsUpgrade: true })
    const watcher = await watchLog(proxy.url, token, await busy.startWriter(20_000), {
      fillFrom: controlPlane.url,
      transports: ['polling', 'websocket'],
    })
    try {
      await until(async () => watcher.last() === 20_000, 30_000)
      expect(watcher.errors).toEqual([])
      expect(sequenceErrors(await watcher.lines())).toEqual([])
    } finally {
      watcher.close()
      await proxy.stop()
    }
  })

  test('behind a proxy that buffers responses the lines still arrive, and a search still ends', async () => {
    const { controlPlane, token } = busy
    const proxy = await startTcpProxy(controlPlane.port, { holdsBytes: 65_536 })
    const deployment = await busy.startWriter(20_000)
    const log = await watchLog(proxy.url, token, deployment, { fillFrom: controlPlane.url, transports: ['polling'] })
    try {
      await until(async () => log.last() === 20_000, 30_000)
      expect(log.errors).toEqual([])
      expect(sequenceErrors(await log.lines())).toEqual([])
      const response = await fetch(
        `${proxy.url}/api/compute-instance/deployment/${deployment}/logs/search?logType=instanceLogs&find=line%20777%20`,
        { headers: { authorization: `Bearer ${token}`, connection: 'close' } },
      )
      const pieces = (await response.text()).trim().split('\n')
      expect(JSON.parse(pieces.at(-1) ?? '')).toMatchObject({ kind: 'ended', reason: 'all', found: 1 })
    } finally {
      log.close()
      await proxy.stop()
    }
  })

  test('a proxy that buffers, but honours x-accel-buffering, passes the notification stream through at once', async () => {
    const { controlPlane, token } = busy
    const proxy = await startTcpProxy(controlPlane.port, { holdsBytes: 65_536, honoursAccelBuffering: true })
    const abort = new AbortController()
    try {
      const stream = await fetch(`${proxy.url}/api/user-notification`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
        signal: abort.signal,
      })
      const first = await stream.body?.getReader().read()
      expect(new TextDecoder().decode(first?.value)).toMatch(/^retry: 1000\nid: \d+\n\n/)
    } finally {
      abort.abort()
      await proxy.stop()
    }
  })
})
