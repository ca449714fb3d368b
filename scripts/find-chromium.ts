import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findOnPath } from './find-on-path.ts'

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Chromium without windows: the same engine, at half the processor time for a page. */
const HEADLESS_SHELL = 'chromium-headless-shell'

/** Returns CHROMIUM if set, else the machine's own browser, else the one that Playwright may have downloaded. */
export const findChromium = () => find(...BROWSERS, HEADLESS_SHELL)

/** As `findChromium`, but prefers the headless shell, because tests load thousands of pages. */
export const findTestBrowser = () => find(HEADLESS_SHELL, ...BROWSERS)

function find(...names: string[]) {
  const found = process.env.CHROMIUM || findOnPath(...names)
  if (found) return found
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
