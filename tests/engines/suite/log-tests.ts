import { expect } from 'vitest'
import type { Engine, LogEntry } from '../../../server/engines/engine.ts'
import { deploy, logLines, logText, spec, until, waitForExit, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

const burstLines = 20_000

export function logTests({ test, it }: Suite): void {
  test('returns the whole log of an ended workload in order of time', async () => {
    const environment = { LINES: '500', EXIT_CODE: '0' }
    const { id } = await deploy(it.engine, spec('longshore/burst:1', { environment }))
    await waitForExit(it.engine, id)
    expectEveryLine(await logText(it.engine.logs(id, { follow: false })), 500)
    const times: bigint[] = []
    for await (const { atNs } of it.engine.logs(id, { follow: false })) times.push(BigInt(atNs))
    expect(times).toEqual(times.toSorted((a, b) => Number(a - b)))
    expect(Math.abs(Number(times[0]) / 1e6 - Date.now())).toBeLessThan(60_000)
  })

  test('follows a running workload line by line and ends with it', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1', { environment: { PERIOD_MS: '50' } }))
    const entries = it.engine.logs(id, { follow: true })[Symbol.asyncIterator]()
    let text = ''
    while (!text.includes('tick 5 ')) text += textOf((await entries.next()).value)
    expect((await it.engine.inspect(id))?.state.kind).toBe('running')
    await it.engine.stop(id, 5000)
    for (let next = await entries.next(); !next.done; next = await entries.next()) text += textOf(next.value)
    expect(text).toContain('clock: stopped after')
  })

  test('stops following when the reader breaks the loop or aborts the signal', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1', { environment: { PERIOD_MS: '20' } }))
    for await (const entry of it.engine.logs(id, { follow: true })) {
      expect(entry.stream).toBe('stdout')
      break
    }
    const controller = new AbortController()
    const reading = logText(it.engine.logs(id, { follow: true, signal: controller.signal }))
    await until(async () => expect((await logLines(it.engine, id)).length).toBeGreaterThan(3))
    controller.abort()
    expect(await reading).toContain('clock:')
  })

  test('returns the entries since a time, inclusive', async () => {
    const { id } = await deploy(it.engine, spec('longshore/clock:1', { environment: { PERIOD_MS: '40' } }))
    // Some engines report the time of an entry by the second only.
    await until(async () =>
      expect(new Set((await entries(it.engine, id)).map(({ atNs }) => atNs)).size).toBeGreaterThan(2),
    )
    await it.engine.stop(id, 5000)
    const all = await entries(it.engine, id)
    const sinceMs = Math.floor(Number(all.at(-1)?.atNs) / 1e6)
    const later = all.filter(({ atNs }) => BigInt(atNs) >= BigInt(sinceMs) * 1_000_000n)
    const given = await entries(it.engine, id, sinceMs)
    expect(given.map(textOf)).toEqual(later.map(textOf))
    expect(later.length).toBeLessThan(all.length)
  })

  test(`loses no line in a burst of ${burstLines}, for several followers and a later one`, async () => {
    const environment = { LINES: String(burstLines), EXIT_CODE: '0' }
    const { id } = await deploy(it.engine, spec('longshore/burst:1', { environment }))
    const followers = [1, 2, 3].map(() => logText(it.engine.logs(id, { follow: true })))
    for (const text of await Promise.all(followers)) expectEveryLine(text, burstLines)
    expect((await it.engine.inspect(id))?.state.kind).toBe('ended')
    expectEveryLine(await logText(it.engine.logs(id, { follow: true })), burstLines)
  })

  test('a slow follower loses no line', async () => {
    const environment = { LINES: String(burstLines), EXIT_CODE: '0' }
    const { id } = await deploy(it.engine, spec('longshore/burst:1', { environment }))
    const parts: Uint8Array[] = []
    let sinceYield = 0
    for await (const { bytes } of it.engine.logs(id, { follow: true })) {
      parts.push(bytes)
      sinceYield += bytes.length
      if (sinceYield < 100_000) continue
      sinceYield = 0
      await until(() => {}, 100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expectEveryLine(Buffer.concat(parts).toString(), burstLines)
  })

  test('rejects the log of an unknown workload', async () => {
    await expect(logText(it.engine.logs('nobody', { follow: true }))).rejects.toMatchObject({
      code: 'workloadNotFound',
    })
  })
}

async function entries(engine: Engine, id: string, sinceMs?: number): Promise<LogEntry[]> {
  const all: LogEntry[] = []
  for await (const entry of engine.logs(id, { follow: false, sinceMs })) all.push(entry)
  return all
}

function textOf(entry: LogEntry): string {
  return Buffer.from(entry.bytes).toString()
}

function expectEveryLine(text: string, count: number): void {
  const numbers = text
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(/^line (\d+) of/.exec(line)?.[1]))
  expect(numbers.length).toBe(count)
  const wrong = numbers.findIndex((number, index) => number !== index + 1)
  expect(wrong, `line ${wrong + 1} is ${numbers[wrong]}`).toBe(-1)
}
