import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.ts'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Launches Chromium; resolves with undefined if there is none. */
export const openBrowser = async (args: string[] = []): Promise<Browser | undefined> => {
  const executablePath = findChromium()
  return executablePath ? chromium.launch({ executablePath, args: [...quiet, ...args] }) : undefined
}

/** Launches Chromium; ends the benchmark, which counts as skipped, if there is none. */
export const requireBrowser = async (): Promise<Browser> => {
  const browser = await openBrowser()
  if (browser) return browser
  console.log('Skipped: no Chromium was found. Install it, or set CHROMIUM to its path.')
  process.exit(0)
}

/** Creates a browser context with a signed-in user. */
export const signedIn = (browser: Browser, origin: string, token: string): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1440, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage: [{ name: 'jwt-token', value: token }] }] },
  })
