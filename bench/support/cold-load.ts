import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from '@playwright/test'
import { traceScripts } from './main-thread.ts'

export interface ColdLoad {
  requests: number
  /** The size of all scripts, recompressed with gzip at level 9, in kB of 1,000 bytes. */
  scriptKilobytes: number
  scripts: string[]
  firstPaintMs: number
  readyMs: number
  scriptMs: number
}

const SLOWER = 4
/** A new window loads the browser's internal pages, which must not run during the measurement. */
const BROWSER_SETTLES_MS = 2000
/** Work after the page is ready counts too. */
const AFTERWARDS_MS = 1500
const POLL_MS = 30
const READY_MS = 60_000

/** Opens a URL with a cold cache and a four times slower CPU. */
export const loadCold = async (
  open: () => Promise<BrowserContext>,
  address: string,
  /** An expression that is true when the page is ready. */
  ready: string,
): Promise<ColdLoad> => {
  const context = await open()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const bodies = new Map<string, Promise<Buffer>>()
  let requests = 0
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) requests += 1
  })
  page.on('response', (response) => {
    if (/javascript/.test(response.headers()['content-type'] ?? '')) bodies.set(response.url(), response.body())
  })
  await pause(BROWSER_SETTLES_MS)
  const stopTrace = await traceScripts(session)
  // Uses the protocol directly: a test library's helpers would run on the page's main thread.
  const evaluate = async (expression: string) => (await session.send('Runtime.evaluate', { expression })).result.value
  await page.goto(address, { waitUntil: 'commit' })
  const untilMs = Date.now() + READY_MS
  while (!(await evaluate(ready))) {
    if (Date.now() > untilMs) throw new Error(`${address} was not ready in time: ${ready}`)
    await pause(POLL_MS)
  }
  const readyMs = await evaluate('performance.now()')
  await pause(AFTERWARDS_MS)
  const scriptMs = await stopTrace(address)
  const firstPaintMs = await evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
  const sizes = await Promise.all([...bodies.values()].map(async (body) => gzipSync(await body, { level: 9 }).length))
  await context.close()
  return {
    requests,
    scriptKilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
    scripts: [...bodies.keys()].map((url) => new URL(url).pathname.slice(1)),
    firstPaintMs,
    readyMs,
    scriptMs,
  }
}

export const signedOut = (browser: Browser) => () => browser.newContext({ viewport: { width: 1440, height: 900 } })
