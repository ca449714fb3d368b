import { expect, test } from './fixtures/console-test.ts'
import { copied, logOn, newestNumber, openBurst, startLogging } from './fixtures/logs.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'
import { callAs } from './fixtures/users.ts'

const LINES = 30_000

test.afterEach(async ({ context }) => {
  const [page] = context.pages()
  if (page) await deleteInstances(page)
})

test('a link to a line opens with that line in view, however far back it is, and the nearest one when it does not exist; lines that fail to load are loaded on retry', async ({
  page,
  context,
}) => {
  const { address } = await openBurst(page, LINES)
  await navigateTo(page, `${address}?line=700`)
  const line = logOn(page).getByText(`line 700 of ${LINES}`)
  await expect(line).toBeInViewport()
  await logOn(page).getByText(`line 702 of ${LINES}`).locator('xpath=..').locator(':scope > :first-child').click()
  const link = await copied(page, () => page.getByRole('button', { name: 'Copy link to this line' }).click())
  expect(new URL(link).searchParams.get('line')).toBe('702')
  const other = await context.newPage()
  await other.goto(link)
  await expect(logOn(other).getByText(`line 702 of ${LINES}`)).toBeInViewport()
  await expect(logOn(other).getByText(`line ${LINES} of ${LINES}`)).toHaveCount(0)

  await other.close()

  let isAway = true
  await page.route('**/logs/range*', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto(`${address}?line=700`)
  await expect(page.getByText('Some lines could not be loaded')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Retry' }).click()
  isAway = false
  await expect(logOn(page).getByText(`line 700 of ${LINES}`)).toBeInViewport()
  await expect(page.getByText('Some lines could not be loaded')).toHaveCount(0)

  await page.goto(`${address}?line=50000`)
  await expect(page.getByText('That line does not exist yet. Showing the newest line.')).toBeVisible()
  await expect(logOn(page).getByText(`line ${LINES} of ${LINES}`)).toBeInViewport()
})

test('a jump to a time shows the first line written then, going back leaves it, and the view follows until the reader scrolls up', async ({
  page,
}) => {
  const { instance, address } = await startLogging(page, 'clock', { PERIOD_MS: '100' })
  await page.goto(address)
  const log = logOn(page)
  await expect.poll(() => newestNumber(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(40)
  const [deployment] = instance.deployments
  const path = `compute-instance/deployment/${deployment?._id}/logs/range?logType=instanceLogs&first=1&last=40`
  const { packets } = await (await callAs(page, 'GET', path)).json()
  const atMs: number = packets[0].atMs[11]
  const second = new Date(Math.ceil(atMs / 1000) * 1000)
  const expected: number = packets[0].atMs.findIndex((ms: number) => ms >= second.getTime()) + 1

  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'UTC times' }).click()
  await page.getByRole('button', { name: 'Jump to a time' }).click()
  await page.getByLabel('Time (UTC)').fill(second.toISOString().slice(0, 19))
  await page.getByRole('button', { name: 'Go' }).click()
  await expect(page).toHaveURL(new RegExp(`line=${expected}$`))
  await expect(log.getByText(`tick ${expected - 1} at`)).toBeInViewport()
  await page.goBack()
  await expect(page).not.toHaveURL(/line=/)

  await log.hover()
  await page.mouse.wheel(0, -400)
  const behind = page.getByRole('button', { name: /new lines$/ })
  await expect(behind).toBeVisible()
  const top = () => log.evaluate((element) => element.scrollTop)
  const before = await top()
  await expect(behind).toHaveAccessibleName(/[1-9]\d new lines/)
  expect(await top()).toBe(before)
  await behind.click()
  await expect(behind).toHaveCount(0)
})
