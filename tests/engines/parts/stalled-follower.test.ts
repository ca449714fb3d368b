import { PassThrough, Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { DockerClient, StreamRequest } from '../../../server/engines/docker/docker-client.ts'
import { dockerLogs } from '../../../server/engines/docker/logs/docker-logs.ts'

const lineAt = (second: number): Buffer => {
  const payload = Buffer.from(`2026-11-22T10:00:${String(second).padStart(2, '0')}.000000000Z line ${second}\n`)
  const header = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])
  header.writeUInt32BE(payload.length, 4)
  return Buffer.concat([header, payload])
}

/** An engine whose log has this many lines; its first follower receives only one of them and then nothing. */
const engineThatForgets = (lines: () => number) => {
  const queries: StreamRequest['query'][] = []
  const follows = () => queries.filter(({ follow }) => follow)
  const stream = async ({ query, signal }: StreamRequest) => {
    queries.push(query)
    const all = Array.from({ length: lines() }, (_, at) => lineAt(at))
    if (query.tail) return Readable.from(all.slice(-1))
    const source = new PassThrough()
    signal?.addEventListener('abort', () => source.destroy(new Error('aborted')))
    for (const line of follows().length === 1 ? all.slice(0, 1) : all) source.write(line)
    return source
  }
  const running = { inspect: async () => ({ State: { Running: true } }) }
  const client = { stream, isPodman: async () => false, docker: { getContainer: () => running } }
  return { queries, follows, client: client as unknown as DockerClient }
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString().trim()

test('a follower that the engine has forgotten restarts and yields every line once', async () => {
  const { client, follows } = engineThatForgets(() => 4)
  const end = new AbortController()
  const given: string[] = []
  for await (const { bytes } of dockerLogs(client, 'a', { follow: true, sinceMs: undefined, signal: end.signal })) {
    given.push(textOf(bytes))
    if (given.length === 4) end.abort()
  }
  expect(given).toEqual(['line 0', 'line 1', 'line 2', 'line 3'])
  expect(follows()).toHaveLength(2)
})

test('a silent log is checked at growing intervals and stays followed', async () => {
  vi.useFakeTimers()
  try {
    const { client, queries, follows } = engineThatForgets(() => 1)
    const end = new AbortController()
    const given: string[] = []
    const reading = (async () => {
      for await (const { bytes } of dockerLogs(client, 'a', { follow: true, sinceMs: undefined, signal: end.signal }))
        given.push(textOf(bytes))
    })()
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(follows()).toHaveLength(1)
    // 1, 2, 4 … 32 s, then every minute.
    expect(queries.filter(({ tail }) => tail).length).toBeLessThanOrEqual(16)
    expect(queries.filter(({ tail }) => tail).length).toBeGreaterThanOrEqual(12)
    end.abort()
    await reading
    expect(given).toEqual(['line 0'])
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a slow consumer does not restart the follower', async () => {
  vi.useFakeTimers()
  try {
    const { client, follows } = engineThatForgets(() => 2)
    const entries = dockerLogs(client, 'a', { follow: true, sinceMs: undefined })
    await entries.next()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(follows()).toHaveLength(1)
    await entries.return(undefined)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
