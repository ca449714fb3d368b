import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LogAddress } from '../../server/compute/logs/log-address.ts'
import { readLogPage } from '../../server/compute/logs/queries/log-page.ts'
import type { SearchJob } from '../../server/compute/logs/search/search-job.ts'
import { createLogSearches } from '../../server/compute/logs/search/search-logs.ts'
import { createSearchPool } from '../../server/compute/logs/search/search-pool.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { freshInstance, lineAt, searched, searching, storeLines } from './logs-harness.ts'
import { until } from './until.ts'

const AT = Date.UTC(2026, 9, 1)

describe('a search of all kept lines of a log', () => {
  let harness: ComputeHarness
  let log: LogAddress
  beforeAll(async () => {
    harness = await computeHarness()
    log = (await freshInstance(harness)).address
    // Three chunks of ten lines, one second between lines.
    for (let chunk = 0; chunk < 3; chunk += 1) {
      const lines = Array.from({ length: 10 }, (_, place) => {
        const number = chunk * 10 + place + 1
        const stream = number % 5 === 0 ? 'stderr' : 'stdout'
        return lineAt(
          AT + number * 1000,
          `Request ${number} took ${number * 7} ms – ${number % 10 === 0 ? 'ÉCHEC' : 'ok'}`,
          stream,
        )
      })
      await storeLines(harness, log, lines)
    }
  })
  afterAll(() => harness.close())

  test('matches the displayed text, across changes of colour, and returns lines as they were written', async () => {
    const { address } = await freshInstance(harness)
    const written = ['plain', '\u001b[32mGET\u001b[0m /api/orders', 'broken \u001b[1;31', 'GET /api/carts']
    await storeLines(
      harness,
      address,
      written.map((text, place) => lineAt(AT + place, text)),
    )
    const { lines } = await searched(harness, address, { find: 'get /api' })
    expect(lines.map(({ sequence, log: text }) => [sequence, text])).toEqual([
      [4, written[3]],
      [2, written[1]],
    ])
    expect((await searched(harness, address, { find: '^GET', as: 'regex' })).sequences).toEqual([4, 2])
  })

  test('also matches a JSON line as displayed, when requested', async () => {
    const { address } = await freshInstance(harness)
    const written = ['{"level":50,"status":500,"url":"/"}', 'status=500', '{"level":30,"status":200,"url":"/"}']
    await storeLines(
      harness,
      address,
      written.map((text, place) => lineAt(AT + place, text)),
    )
    const found = async (find: string, input: object = {}) =>
      (await searched(harness, address, { find, readable: 'y', ...input })).sequences
    expect(await found('STATUS=500')).toEqual([2, 1])
    expect(await found('status=500', { readable: 'n' })).toEqual([2])
    expect(await found('"status":500')).toEqual([1])
    expect(await found('ERROR', { matchCase: 'y' })).toEqual([1])
    expect(await found('status=5\\d\\d( |$)', { as: 'regex' })).toEqual([2, 1])
    expect(await found('^INFO [^=]+=', { as: 'regex' })).toEqual([3])
    const { lines } = await searched(harness, address, { find: 'info status', readable: 'y' })
    expect(lines.map(({ log: text }) => text)).toEqual([written[2]])
  })

  test('ignores case, returns the newest first, and reports that all lines were scanned', async () => {
    const { lines, sequences, ended } = await searched(harness, log, { find: 'REQUEST 2' })
    expect(sequences).toEqual([29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 2])
    expect(lines.at(-1)).toEqual({
      sequence: 2,
      time: new Date(AT + 2000).toISOString(),
      stream: 'stdout',
      log: 'Request 2 took 14 ms – ok',
    })
    expect(ended).toEqual({ kind: 'ended', reason: 'all', scanned: 30, total: 30, found: 11 })
  })

  test('matches case when requested, also beyond ASCII', async () => {
    expect((await searched(harness, log, { find: 'échec' })).sequences).toEqual([30, 20, 10])
    expect((await searched(harness, log, { find: 'échec', matchCase: 'y' })).sequences).toEqual([])
    expect((await searched(harness, log, { find: 'ÉCHEC', matchCase: 'y' })).sequences).toEqual([30, 20, 10])
  })

  test('filters by stream, time span and range of lines', async () => {
    const find = 'took'
    expect((await searched(harness, log, { find, stream: 'stderr' })).sequences).toEqual([30, 25, 20, 15, 10, 5])
    const since = new Date(AT + 9000).toISOString()
    const until = new Date(AT + 12_000).toISOString()
    expect((await searched(harness, log, { find, since, until })).sequences).toEqual([12, 11, 10, 9])
    const { sequences, ended } = await searched(harness, log, { find, first: 8, last: 13 })
    expect(sequences).toEqual([13, 12, 11, 10, 9, 8])
    expect(ended).toMatchObject({ scanned: 6, total: 6 })
    expect((await searched(harness, log, { find, limit: 2 })).ended).toMatchObject({ reason: 'limit', found: 2 })
  })

  test('accepts a pattern, in any case, that matches each line separately', async () => {
    const as = 'regex'
    expect((await searched(harness, log, { find: '^request (7|1[89]) TOOK', as })).sequences).toEqual([19, 18, 7])
    expect((await searched(harness, log, { find: '^request 7', as, matchCase: 'y' })).sequences).toEqual([])
    expect((await searched(harness, log, { find: '[a-f]chec$', as })).sequences).toEqual([])
    expect((await searched(harness, log, { find: '\\sÉ[A-H]HEC$', as })).sequences).toEqual([30, 20, 10])
    expect((await searched(harness, log, { find: 'ok[^x]*Request', as })).sequences).toEqual([])
    expect((await searched(harness, log, { find: '[^x]*', as })).sequences).toHaveLength(30)
    expect((await searched(harness, log, { find: '7 took [0-9]{2,3} ms', as })).sequences).toEqual([27, 17, 7])
  })

  test.each([
    ['an invalid pattern', '(a', /Invalid pattern: Unterminated group/],
    ['a look-ahead', 'a(?=b)', /Look-around, back-references/],
    ['a back-reference', '(a)\\1', /Look-around, back-references/],
    ['a named back-reference', '(?<x>a)\\k<x>', /Look-around, back-references/],
  ])('rejects %s with a message at its field', async (_, find, message) => {
    await expect(searched(harness, log, { find, as: 'regex' })).rejects.toMatchObject({
      code: 'invalid',
      fields: [{ field: 'find', message: expect.stringMatching(message) }],
    })
  })

  test('a pattern with exponential backtracking ends at once', async () => {
    const { address } = await freshInstance(harness)
    await storeLines(harness, address, [lineAt(AT, `${'a'.repeat(60_000)}!`), lineAt(AT, 'aaaa')])
    const startedMs = performance.now()
    for (const find of ['(a+)+$', '(a|aa)+$', '(a*)*b|aaaa$']) {
      const { sequences, ended } = await searched(harness, address, { find, as: 'regex' })
      expect({ sequences, reason: ended.reason }).toEqual({ sequences: [2], reason: 'all' })
    }
    expect(performance.now() - startedMs).toBeLessThan(10_000)
  })

  test('returns exactly the lines that contain the text, for any lines and any text', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '.', ' ', '(', '\\'), minLength: 1, maxLength: 3 })
    const texts = fc.array(
      fc.array(word, { maxLength: 4 }).map((query) => `|${query.join('')}`),
      { minLength: 1, maxLength: 20 },
    )
    let services = 0
    await fc.assert(
      fc.asyncProperty(texts, word, async (written, find) => {
        services += 1
        const address = { ...log, service: `service ${services}` }
        await storeLines(
          harness,
          address,
          written.map((text) => lineAt(AT, text)),
        )
        const { sequences } = await searched(harness, address, { find, serviceName: address.service })
        const expected = written.flatMap((text, index) =>
          text.toLowerCase().includes(find.toLowerCase()) ? [index + 1] : [],
        )
        expect(sequences).toEqual(expected.reverse())
      }),
      { numRuns: 40 },
    )
  })

  test('a user runs one search at a time, and a search ends when its caller disconnects', async () => {
    const caller = new AbortController()
    const first = searching(harness, log, { find: 'took' }, caller.signal)[Symbol.asyncIterator]()
    await first.next()
    await expect(searched(harness, log, { find: 'took' })).rejects.toMatchObject({
      code: 'tooMany',
      message: expect.stringMatching(/You already have a search running/),
    })
    caller.abort()
    await first.return?.()
    expect((await searched(harness, log, { find: 'took' })).ended.found).toBe(30)
  })

  describe('for a page', () => {
    const page = (as: Parameters<typeof harness.call>[2] = {}) =>
      harness.call(
        'readDeploymentLogs',
        { id: log.deploymentId, logType: log.logType, serviceName: 'app', search: 'took' },
        as,
      )

    test('shares the limit of its user’s searches, and blocks no other user', async () => {
      const own = searching(harness, log, { find: 'took' })[Symbol.asyncIterator]()
      await own.next()
      await expect(page()).rejects.toMatchObject({ code: 'tooMany' })
      const other = {
        kind: 'user' as const,
        userId: 'somebody else' as UserId,
        by: { session: 'another session', expiresAtMs: Number.POSITIVE_INFINITY },
      }
      expect((await page({ caller: other })).logsLength).toBe(30)
      await own.return?.()
      expect((await page()).logsLength).toBe(30)
    })

    test('ends when its caller disconnects', async () => {
      await expect(page({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'unavailable' })
      expect((await page()).logsLength).toBe(30)
    })

    test('is rejected when it takes too long, and returns no partial page', async () => {
      const pool = createSearchPool({ url: harness.store.url, log: harness.log, limitMs: 0 })
      const pageInput = {
        id: log.deploymentId,
        logType: log.logType,
        serviceName: 'app',
        search: 'took',
        from: -20,
        to: 20,
      }
      const caller = {
        searches: createLogSearches(pool),
        userId: 'ada',
        organizationId: 'one',
        signal: new AbortController().signal,
      }
      await expect(readLogPage(harness.store.db, pageInput, caller)).rejects.toMatchObject({ code: 'searchTooLong' })
      await pool.stop()
    })
  })

  test('the wait for a thread counts towards the time limit', async () => {
    const { address } = await freshInstance(harness)
    await storeLines(harness, address, [lineAt(AT, `${'a'.repeat(60_000)}!`)])
    const pool = createSearchPool({ url: harness.store.url, log: harness.log, limitMs: 200 })
    const find = { query: '(a|aa){40,}$', as: 'regex' as const, matchCase: true }
    const reasonOf = async (job: SearchJob) => {
      for await (const received of pool.search(job, new AbortController().signal))
        if (received.kind === 'ended') return received.reason
    }
    const endless: SearchJob = {
      organizationId: 'one',
      address,
      find,
      order: 'newestFirst',
      window: { skip: 0, take: 10 },
    }
    const short: SearchJob = { ...endless, address: log, find: { query: 'took', as: 'text', matchCase: false } }
    expect(await Promise.all([endless, { ...endless, organizationId: 'another' }, short].map(reasonOf))).toEqual([
      'timedOut',
      'timedOut',
      'timedOut',
    ])
    expect(await until(async () => (await reasonOf(short)) === 'all')).toBe(true)
    await pool.stop()
  })

  test('a search that cannot stop between two lines is terminated, and blocks no other request', async () => {
    const { address } = await freshInstance(harness)
    await storeLines(harness, address, [lineAt(AT, `${'a'.repeat(60_000)}!`)])
    const pool = createSearchPool({ url: harness.store.url, log: harness.log, limitMs: 1000 })
    const job: SearchJob = {
      organizationId: 'one',
      address,
      // A count this large has no linear-time engine to fall back on.
      find: { query: '(a|aa){40,}$', as: 'regex', matchCase: true },
      order: 'newestFirst',
      window: { skip: 0, take: 10 },
    }
    const received: string[] = []
    const running = (async () => {
      for await (const piece of createLogSearches(pool).search(job, 'ada', new AbortController().signal))
        received.push(piece.kind === 'ended' ? piece.reason : piece.kind)
    })()
    await until(async () => received.length > 0)
    const requestedMs = performance.now()
    await harness.call('readDeploymentLogs', { id: address.deploymentId, logType: address.logType })
    expect(performance.now() - requestedMs).toBeLessThan(500)
    await running
    // A waiting caller receives progress at least four times a second.
    expect(received.slice(0, 4)).toEqual(['progress', 'progress', 'progress', 'progress'])
    expect(received.at(-1)).toBe('timedOut')
    await pool.stop()
  })
})
