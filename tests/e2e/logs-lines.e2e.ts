import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { copied, downloaded, logOn, openBurst, startLogging } from './fixtures/logs.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'

test.afterEach(async ({ context }) => {
  const [page] = context.pages()
  if (page) await deleteInstances(page)
})

const lineOf = (line: number, lines: number): RegExp => new RegExp(`^line ${line} of ${lines} \\.+$`)

test('lines are selected with the keyboard and copied; a log fills the window until Escape; a narrow screen has every tool; view settings are the same in every tab, and after a reload', async ({
  page,
  context,
}) => {
  const { address } = await openBurst(page, 300)
  const log = logOn(page)
  await log.press('Home')
  await expect(log.getByText('line 1 of 300')).toBeInViewport()
  for (let press = 0; press < 3; press += 1) await log.press('Shift+ArrowDown')
  const chosen = page.getByRole('toolbar', { name: 'Selected lines' })
  await expect(chosen.getByRole('button', { name: 'Copy 3 lines' })).toBeVisible()
  await expectNoAxeViolations(page)
  const text = await copied(page, () => log.press('ControlOrMeta+c'))
  expect(text.split('\n')).toEqual([1, 2, 3].map((line) => expect.stringMatching(lineOf(line, 300))))
  await expect(page.getByText('3 lines copied')).toBeVisible()
  await log.press('Escape')
  await expect(chosen).toHaveCount(0)

  await page.setViewportSize({ width: 1600, height: 900 })
  const widthOf = async () => (await log.boundingBox())?.width ?? 0
  expect(await widthOf(), 'it uses the width of the window').toBeGreaterThan(1450)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1600)
  const toggle = page.getByRole('button', { name: 'Full screen' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  expect(await widthOf()).toBe(1600)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  expect(await widthOf()).toBeLessThan(1600)

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await page.getByRole('searchbox', { name: 'Find in this log' }).fill('line 30')
  await expect(page.getByRole('search', { name: 'Search this log' })).toContainText('2 found')
  await page.getByRole('button', { name: 'Next match' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'More log tools' }).click()
  for (const name of ['Wrap long lines', 'UTC times'])
    await expect(page.getByRole('menuitemcheckbox', { name })).toBeVisible()
  for (const name of ['Clear', 'Whole log as text']) await expect(page.getByRole('menuitem', { name })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1280, height: 720 })

  const other = await context.newPage()
  await other.goto(address)
  await expect(logOn(other)).toContainText('line 300 of 300')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Wrap long lines' }).click()
  for (const tab of [page, other]) {
    const isScrolling = () => logOn(tab).evaluate((element) => element.scrollWidth > element.clientWidth)
    await expect.poll(isScrolling).toBe(false)
  }
  await other.reload()
  await other.getByRole('button', { name: 'Display' }).click()
  await expect(other.getByRole('menuitemcheckbox', { name: 'Wrap long lines' })).toBeChecked()
})

test('a cleared view starts after the newest line, and shows all again on request', async ({ page }) => {
  const { address } = await startLogging(page, 'clock', { PERIOD_MS: '300' })
  await page.goto(address)
  const log = logOn(page)
  await expect(log).toContainText('tick 5 at', { timeout: 30_000 })
  await expect(page.getByText(/^Kept for 30 days, up to 1 GiB\. The oldest line is from \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText(/earlier lines are hidden/)).toBeVisible()
  await expect(log).toContainText(/tick \d+ at/)
  await expect(log.getByText('tick 5 at')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await log.press('Home')
  await expect(log.getByText('tick 5 at')).toBeInViewport()
})

test('a log is downloaded and copied completely, or the selected lines of it, under the name of its instance [P7.24]', async ({
  page,
}) => {
  const lines = 30_000
  const { instance } = await openBurst(page, lines)
  const whole = await downloaded(page, 'Whole log as text')
  expect(whole.name).toBe(`service-logs-${instance._id}.log`)
  const saved = whole.text.trimEnd().split('\n')
  expect(saved).toHaveLength(lines)
  expect(saved[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z\tline 1 of 30000 /)

  const log = logOn(page)
  await log.press('Home')
  await expect(log.getByText(`line 1 of ${lines}`)).toBeInViewport()
  for (let press = 0; press < 2; press += 1) await log.press('Shift+ArrowDown')
  const chosen = await downloaded(page, '2 lines as NDJSON')
  expect(chosen.name).toBe(`service-logs-${instance._id}.ndjson`)
  const parsed = chosen.text.trimEnd().split('\n')
  expect(parsed.map((line) => JSON.parse(line).sequence)).toEqual([1, 2])

  await log.press('Escape')
  await log.press('ControlOrMeta+a')
  const text = await copied(page, () => page.getByRole('button', { name: 'Copy 30,000 lines' }).click())
  const all = text.split('\n')
  expect(all).toHaveLength(lines)
  for (const line of [1, 9_999, lines]) expect(all[line - 1]).toMatch(lineOf(line, lines))
})
