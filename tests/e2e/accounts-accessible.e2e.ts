import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { axeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import type { Scene } from './pictures/scene.ts'
import { accountScenes } from './pictures/scenes-of.ts'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 360, height: 740 }
const WAIT_MS = 10_000

/**
 * Scenes of loading, failure or another role’s view are only in the gallery, and checked by eye, and so is the test of a
 * log drain, which the company of these tests does not have.
 */
const isChecked = ({ name }: Scene) => !/-(loading|failed|of-viewer)$|log-drains-tested$/.test(name)

/** Shows nothing of any scene, so that a page that is shown twice is rendered anew. */
const BETWEEN = '/nowhere/at/all/really'

const isFree = async (page: Page): Promise<boolean> => {
  if (page.url() === 'about:blank') return false
  await navigateTo(page, BETWEEN)
  // Some dialogs stay open wherever the user goes.
  return (await page.getByRole('dialog').count()) === 0
}

const show = async (page: Page, scene: Scene) => {
  await page.setViewportSize(WIDE)
  if (await isFree(page)) await navigateTo(page, scene.path)
  else {
    if (page.url() === 'about:blank') await scene.before?.(page)
    await page.goto(scene.path)
  }
  await page.locator('h1, [role=dialog]').first().waitFor()
  await scene.act?.(page)
  await expect(page.getByRole('progressbar', { name: /^Opening / })).toHaveCount(0, { timeout: WAIT_MS })
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0, { timeout: WAIT_MS })
}

/** Returns the elements that overflow a narrow screen, after the console has rendered for it. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    const isWider = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
    const dialogs = [...document.querySelectorAll('[role=dialog]')]
    return [document.documentElement, ...dialogs].filter(isWider).map(({ tagName }) => `${tagName} scrolls sideways`)
  })

/** The light theme has the same structure; `tests/design/contrast.test.ts` computes its contrasts from the style sheets. */
const violationsOf = async (page: Page, scene: Scene): Promise<string[]> => {
  await show(page, scene)
  const wide = await axeViolations(page)
  await page.setViewportSize(NARROW)
  const narrow = await overflowing(page)
  await scene.after?.(page)
  return [...wide, ...narrow.map((violation) => `at 360 px, ${violation}`)].map(
    (violation) => `${scene.name}: ${violation}`,
  )
}

/** Scenes that are prepared in the same way are shown in one page, one after the other; those without preparation last. */
const groupsOf = (scenes: readonly Scene[]): Scene[][] => {
  const groups = Map.groupBy(scenes, ({ before }) => before)
  const unprepared = groups.get(undefined) ?? []
  groups.delete(undefined)
  return [...groups.values(), unprepared]
}

const check = async (browser: Browser, scenes: readonly Scene[], options: BrowserContextOptions): Promise<string[]> => {
  if (scenes.length === 0) return []
  const context = await browser.newContext({ ...options, viewport: WIDE })
  context.setDefaultTimeout(WAIT_MS)
  const violations: string[] = []
  for (const group of groupsOf(scenes)) {
    let page = await context.newPage()
    for (const scene of group)
      await test.step(scene.name, async () => {
        const found = await violationsOf(page, scene).catch(async (error: Error) => {
          await page.close()
          page = await context.newPage()
          return [`${scene.name}: ${error.message}`]
        })
        violations.push(...found)
      })
    await page.close()
  }
  await context.close()
  return violations
}

for (const [subject, scenesOf] of Object.entries(accountScenes))
  test(`axe finds nothing on a page or dialog of ${subject}, and none is wider than 360 px`, async ({
    browser,
    baseURL,
    sampleCompany: { company, team, ownerState },
  }) => {
    test.setTimeout(300_000)
    const scenes = scenesOf(company, team).filter(isChecked)
    const at = { baseURL: baseURL ?? '' }
    const inside = scenes.filter(({ isOutside }) => !isOutside)
    const outside = scenes.filter(({ isOutside }) => isOutside)
    const asOwner = await check(browser, inside, { ...at, storageState: ownerState })
    expect([...asOwner, ...(await check(browser, outside, at))]).toEqual([])
  })
