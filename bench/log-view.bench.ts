import type { Page } from '@playwright/test'
import type { LogQuery } from '../src/logs/store/log-store-message.ts'
import { type ComponentPageServer, serveComponentPage } from '../tests/ui/serve-component-page.ts'
import { requireBrowser } from './support/browser.ts'
import { median, printFigure } from './support/figures.ts'
import { measurePour } from './support/frames/measure-pour.ts'
import { watchHeaps } from './support/heap-usage.ts'

/** The log view with a million coloured lines of 90 bytes: memory, search, frames at 10,000 new lines per second. */
const LINES = 1_000_000
const MAX_MEGABYTES = 150
const MAX_SEARCH_MS = 300
const SEARCHES = 7

const queries: Record<string, LogQuery> = {
  'a word in either case, 1 line of 11': { find: 'Checkout', as: 'text', matchCase: false, readable: true },
  'a word that stands nowhere': { find: 'zebra crossing', as: 'text', matchCase: false, readable: true },
  'one letter, every line': { find: 'e', as: 'text', matchCase: false, readable: true },
  'a word in its case': { find: 'checkout', as: 'text', matchCase: true, readable: true },
  'a regular expression, 1 line of 18': {
    find: 'checkout .*took \\d{3} ms',
    as: 'regex',
    matchCase: false,
    readable: true,
  },
}

/** JSON lines are parsed before their readable form is searched. */
const MAX_JSON_MS = { text: 1000, regex: 5000 }
const jsonQueries: Record<string, LogQuery> = {
  'words that are written otherwise': { find: 'status=500', as: 'text', matchCase: false, readable: true },
  'a regular expression': { find: 'status=5\\d\\d', as: 'regex', matchCase: false, readable: true },
}

const openJson = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}?view=log&lines=0`)
  await page.evaluate((lines) => {
    window.sampleLog.add(lines, (sequence) => {
      const status = sequence % 500 === 0 ? 500 : 200
      return JSON.stringify({ level: 30, status, url: `/orders/${sequence}`, ms: sequence % 997, msg: 'a request' })
    })
  }, LINES)
  await page.locator(`[data-sequence="${LINES}"]`).waitFor()
}

const openFull = async (page: Page, url: string): Promise<void> => {
  await page.goto(`${url}?view=log&lines=0`)
  await page.evaluate((lines) => {
    window.sampleLog.add(lines, (sequence) => {
      const text = sequence % 11 === 0 ? 'checkout of the cart' : 'request for the list'
      return `\u001b[36mreq-${String(sequence).padStart(8, '0')}\u001b[0m ${text} by user ${(sequence * 7919) % 100_003} took ${sequence % 1500} ms`.padEnd(
        90,
        '.',
      )
    })
  }, LINES)
  await page.locator(`[data-sequence="${LINES}"]`).waitFor()
}

const searchMs = (page: Page, query: LogQuery): Promise<number> =>
  page.evaluate(
    (query) =>
      new Promise<number>((resolve) => {
        const { buffer } = window.sampleLog
        const startedMs = performance.now()
        const stop = buffer.subscribe(() => {
          if (buffer.found().isSearching) return
          stop()
          resolve(performance.now() - startedMs)
        })
        buffer.find(query)
      }),
    query,
  )

const measureMemory = async (page: Page, server: ComponentPageServer) => {
  const read = await watchHeaps(await page.context().newCDPSession(page))
  await page.goto(`${server.url}?view=log&lines=0`)
  const before = await read()
  await openFull(page, server.url)
  const { page: main, workers } = await read()
  const megabytes = (bytes: number) => bytes / 1e6
  const parts = `page ${megabytes(main).toFixed(0)} of which ${megabytes(before.page).toFixed(0)} without lines, worker ${megabytes(workers).toFixed(0)}`
  console.log(`\nA million lines of 90 bytes, by V8's own count of heaps and array buffers (${parts})`)
  printFigure('memory of page and worker', megabytes(main + workers), 'MB', MAX_MEGABYTES, 'strings in lists 280 MB')
}

const measureSearch = async (page: Page) => {
  console.log(`\nSearch of all of them, median of ${SEARCHES}`)
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = []
    for (let search = 0; search < SEARCHES; search += 1) times.push(await searchMs(page, query))
    printFigure(name, median(times), 'ms', MAX_SEARCH_MS, 'an editor 17,000 ms')
  }
  await page.evaluate(() => window.sampleLog.buffer.find(null))
}

const measureJson = async (page: Page, server: ComponentPageServer) => {
  console.log('\nSearch of a million JSON lines in their readable form, median of 3')
  await openJson(page, server.url)
  for (const [name, query] of Object.entries(jsonQueries)) {
    const times: number[] = []
    for (let search = 0; search < 3; search += 1) times.push(await searchMs(page, query))
    printFigure(name, median(times), 'ms', MAX_JSON_MS[query.as], 'off the main thread, shown as they are found')
  }
}

const browser = await requireBrowser()
const server = await serveComponentPage()
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await measureMemory(page, server)
  await measureSearch(page)
  await measurePour(page, 'after a million')
  await measureJson(page, server)
} finally {
  await browser.close()
  await server.close()
}
