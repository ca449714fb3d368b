import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SearchJob, WorkerEvent } from '../../server/compute/logs/search/search-job.ts'
import { createLogSearches } from '../../server/compute/logs/search/search-logs.ts'
import { createSearchPool, type SearchPool } from '../../server/compute/logs/search/search-pool.ts'
import type { ApiError } from '../../server/http/api-error.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { freshInstance, lineAt, storeLines } from './logs-harness.ts'

let harness: ComputeHarness
let pool: SearchPool
let short: SearchJob
/** A search that neither ends by itself nor can be stopped between two chunks. */
let endless: SearchJob

const here = new AbortController().signal

beforeAll(async () => {
  harness = await computeHarness()
  const [few, long] = await Promise.all([freshInstance(harness), freshInstance(harness)])
  const lines = Array.from({ length: 30 }, (_, at) => lineAt(at, `line ${at + 1}`))
  await storeLines(harness, few.address, lines)
  await storeLines(harness, long.address, [lineAt(0, `${'a'.repeat(60_000)}!`)])
  const common = { organizationId: 'one', order: 'newestFirst', window: { skip: 0, take: 100 } } as const
  short = { ...common, address: few.address, find: { query: 'line', as: 'text', matchCase: false } }
  endless = { ...common, address: long.address, find: { query: '(a|aa){40,}$', as: 'regex', matchCase: true } }
})
afterAll(() => harness.close())
beforeEach(() => {
  pool = createSearchPool({ url: harness.store.url, log: harness.log })
})
afterEach(() => pool.stop())

const restOf = async (reading: AsyncIterable<WorkerEvent>) => {
  const events: WorkerEvent[] = []
  for await (const piece of reading) events.push(piece)
  return events
}

test('a search that is cancelled while it waits does not take a turn', async () => {
  const running = [pool.search(endless, here), pool.search({ ...endless, organizationId: 'another' }, here)]
  await Promise.all(running.map((search) => search.next()))
  const ended: string[] = []
  const wait = async (name: string, signal: AbortSignal) => {
    if ((await restOf(pool.search(short, signal))).at(-1)?.kind === 'ended') ended.push(name)
  }
  const caller = new AbortController()
  const waiting = [wait('given up', caller.signal), wait('first', here), wait('second', here)]
  caller.abort()
  await waiting[0]
  await running[0]?.return(undefined)
  await Promise.all(waiting)
  expect(ended).toEqual(['first', 'second'])
})

test('unread searches end as well, and only the results of the newest are kept', async () => {
  const parseHostLabel: AsyncGenerator<WorkerEvent>[] = []
  for (let count = 0; count < 12; count += 1) {
    const reading = pool.search(short, here)
    expect((await reading.next()).value).toMatchObject({ kind: 'progress', scanned: 0 })
    parseHostLabel.push(reading)
  }
  const [first, last] = await Promise.all(
    [parseHostLabel.at(0), parseHostLabel.at(-1)].map((reading) => reading && restOf(reading)),
  )
  expect(first).toEqual([{ kind: 'ended', reason: 'failed', scanned: 0, total: 30, found: 0 }])
  expect(last?.map(({ kind }) => kind)).toEqual(['matches', 'ended'])
  expect(last?.at(-1)).toMatchObject({ reason: 'all', found: 30 })
})

test('a search waits for a cancelled one, is rejected during a running one, and ends its wait on a disconnect', async () => {
  const searches = createLogSearches(pool)
  const { promise: work, resolve: endWork } = Promise.withResolvers<void>()
  const left = new AbortController()
  const before = [searches.runExclusive('ada', left.signal, () => work), searches.runExclusive('bob', here, () => work)]
  left.abort()
  const next = searches.runExclusive('ada', here, async () => 'searched')
  const caller = new AbortController()
  const codes: string[] = []
  const collectRejection = (userId: string, signal: AbortSignal) =>
    searches.runExclusive(userId, signal, async () => {}).catch(({ code }: ApiError) => codes.push(code))
  const both = [collectRejection('bob', here), collectRejection('ada', caller.signal)]
  caller.abort()
  await Promise.all(both)
  expect(codes).toEqual(['unavailable', 'tooMany'])
  endWork()
  expect(await next).toBe('searched')
  await Promise.all(before)
})
