import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findOnPath } from './find-on-path.ts'

/** CHROMIUM where it is set, then the machine's own browser, then the one that Playwright may have downloaded. */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named) return named
  const own = findOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  if (own) return own
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
