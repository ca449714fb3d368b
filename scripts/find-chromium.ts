import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findOnPath } from './find-on-path.ts'

/** Returns CHROMIUM if set, else the machine's own browser, else the one that Playwright may have downloaded. */
export function findChromium() {
  const named = process.env.CHROMIUM
  if (named) return named
  const own = findOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')
  if (own) return own
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined
}
