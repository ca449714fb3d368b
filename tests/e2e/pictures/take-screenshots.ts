import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Scene } from './scene.ts'

export interface Variant {
  theme: 'dark' | 'light'
  width: number
  height: number
}

export const variants: readonly Variant[] = [
  { theme: 'dark', width: 1440, height: 900 },
  { theme: 'light', width: 1440, height: 900 },
  { theme: 'dark', width: 390, height: 844 },
  { theme: 'light', width: 390, height: 844 },
]

export const fileOf = ({ name }: Scene, { theme, width }: Variant): string => `${name}-${theme}-${width}.png`

const SETTLED_MS = 8000
const REST_MS = 300
const LOADED_MS = 3000

interface Session {
  origin: string
  folder: string
  /** The signed-in session, as the last variant left it: each renewal makes the one before useless. */
  state: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** Takes every scene in one variant; returns the failures. */
export const takeScreenshots = async (
  browser: Browser,
  scenes: readonly Scene[],
  variant: Variant,
  session: Session,
): Promise<string[]> => {
  const { origin, folder } = session
  const failures: string[] = []
  const open = (isOutside: boolean) =>
    browser.newContext({
      baseURL: origin,
      viewport: { width: variant.width, height: variant.height },
      reducedMotion: 'reduce',
      ...(!isOutside && { storageState: session.state }),
    })
  for (const isOutside of [true, false]) {
    const context = await open(isOutside)
    await context.addInitScript((theme) => localStorage.setItem('theme', theme), variant.theme)
    for (const scene of scenes.filter((one) => Boolean(one.isOutside) === isOutside)) {
      const page = await context.newPage()
      const file = fileOf(scene, variant)
      const keepFailure = (error: unknown) => void failures.push(`${file}: ${String(error).split('\n')[0]}`)
      await take(page, scene, join(folder, file)).catch(keepFailure)
      // Also after a failure: what a scene changed, such as the session, would show in all later ones.
      await scene.after?.(page).catch(keepFailure)
      await page.close()
    }
    if (!isOutside) session.state = await context.storageState()
    await context.close()
  }
  return failures
}

const take = async (page: Page, scene: Scene, path: string): Promise<void> => {
  await scene.before?.(page)
  await page.goto(scene.path)
  await settled(page)
  await scene.act?.(page)
  await settled(page)
  if (!scene.name.endsWith('-loading')) await loaded(page)
  // Charts are drawn once they are near the viewport, and sticky elements at the scroll position.
  if (!scene.isOver) await scrollThrough(page)
  await page.screenshot({ path, fullPage: !scene.isOver })
}

const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
      window.scrollTo(0, top)
      await drawn()
    }
    window.scrollTo(0, 0)
    await drawn()
  })

/** Resolves when nothing loads any more, or soon after: a picture of what still loads is better than none. */
const loaded = async (page: Page): Promise<void> => {
  const isLoaded = () =>
    ![...document.querySelectorAll('main [role=status]')].some((element) => element.textContent?.startsWith('Loading'))
  await page.waitForFunction(isLoaded, null, { timeout: LOADED_MS }).catch(() => undefined)
}

/** Resolves when the heading and the fonts of a page have loaded. */
const settled = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => document.querySelector('h1, [role=dialog]') !== null, null, { timeout: SETTLED_MS })
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(REST_MS)
}
