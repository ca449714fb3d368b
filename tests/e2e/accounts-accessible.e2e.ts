import type { Browser, Page } from '@playwright/test'
import { axeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { foundCompany } from './pictures/made-up-harbour.ts'
import { makeReferrals } from './pictures/made-up-referrals.ts'
import { gatherTeam } from './pictures/made-up-team.ts'
import type { Scene } from './pictures/scene.ts'
import { accountScenesOf } from './pictures/scenes-of.ts'

const WIDE = { width: 1280, height: 800 }
const NARROW = { width: 360, height: 740 }
const VARIANTS = [
  { name: 'dark and wide', theme: 'dark', size: WIDE },
  { name: 'dark and narrow', theme: 'dark', size: NARROW },
  { name: 'light and narrow', theme: 'light', size: NARROW },
  { name: 'light and wide', theme: 'light', size: WIDE },
]
const PATIENCE_MS = 10_000

/** Scenes of loading, failure or another role's view are only in the gallery, and checked by eye. */
const isOfItsOwn = ({ name }: Scene) => !/-(loading|failed|of-viewer)$/.test(name)

const show = async (page: Page, scene: Scene) => {
  await page.setViewportSize(WIDE)
  await scene.before?.(page)
  await page.goto(scene.path)
  await page.locator('h1, [role=dialog]').first().waitFor()
  await scene.act?.(page)
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0, { timeout: PATIENCE_MS })
}

/** Sets the root's attribute, which the design tokens follow, as a choice of theme does. */
const putOn = async (page: Page, { theme, size }: (typeof VARIANTS)[number]) => {
  await page.setViewportSize(size)
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
  }, theme)
}

/** Returns the elements that overflow a narrow screen. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isWider = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth
    const dialogs = [...document.querySelectorAll('[role=dialog]')]
    return [document.documentElement, ...dialogs].filter(isWider).map(({ tagName }) => `${tagName} scrolls sideways`)
  })

const violationsOf = async (page: Page, scene: Scene): Promise<string[]> => {
  await show(page, scene)
  const violations: string[] = []
  for (const variant of VARIANTS) {
    await putOn(page, variant)
    const found = [...(await axeViolations(page)), ...(await sideways(page))]
    violations.push(...found.map((violation) => `${scene.name}, ${variant.name}: ${violation}`))
  }
  await scene.after?.(page)
  return violations
}

const judge = async (browser: Browser, scenes: readonly Scene[], options: Parameters<Browser['newContext']>[0]) => {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  context.setDefaultTimeout(PATIENCE_MS)
  const violations: string[] = []
  for (const scene of scenes)
    await test.step(scene.name, async () => {
      const page = await context.newPage()
      const found = await violationsOf(page, scene).catch((error: Error) => [`${scene.name}: ${error.message}`])
      violations.push(...found)
      await page.close()
    })
  await context.close()
  return violations
}

test('axe finds nothing on any page or dialog of accounts and organisations, in both themes, on a wide screen and at 360 px', async ({
  page,
  browser,
  baseURL,
  controlPlane,
}) => {
  test.setTimeout(1_800_000)
  const { organization, shop } = await foundCompany(page)
  const team = await gatherTeam(browser, page, controlPlane)
  await makeReferrals(page, browser, controlPlane)
  const scenes = accountScenesOf({ username: organization.profile.username, shop }, team).filter(isOfItsOwn)
  const at = { baseURL: baseURL ?? '' }
  const storageState = await page.context().storageState()
  const inside = scenes.filter(({ isOutside }) => !isOutside)
  const outside = scenes.filter(({ isOutside }) => isOutside)
  const violations = await Promise.all([judge(browser, inside, { ...at, storageState }), judge(browser, outside, at)])
  expect(violations.flat()).toEqual([])
})
