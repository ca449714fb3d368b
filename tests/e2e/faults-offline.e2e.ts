import { connectionStatus, renameClock, startClock } from './fixtures/clock.ts'
import { expect, test } from './fixtures/console-test.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'
import { expectWholeTicks, ticksOf } from './fixtures/ticks.ts'

/** Longer than the server waits before it closes a silent socket. */
const OFFLINE_MS = 35_000

test('a browser that was offline keeps its content, shows its age, and catches up in order without a reload', async ({
  page,
  context,
  controlPlane,
}) => {
  test.setTimeout(150_000)
  const clock = await startClock(page)
  await page.goto(`${clock.address}/logs/instance-logs`)
  await expect(connectionStatus(page, 'Live')).toBeVisible()
  await expectWholeTicks(page, 10)
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
  const errorToasts: string[] = []
  await page.exposeFunction('reportErrorToast', (text: string) => void errorToasts.push(text))
  await page.evaluate(() => {
    const check = () => {
      for (const element of document.querySelectorAll('p')) {
        if (element.textContent !== 'Error Found' || element.dataset.reported) continue
        element.dataset.reported = 'y'
        Object(window).reportErrorToast(element.parentElement?.textContent)
      }
    }
    new MutationObserver(check).observe(document.body, { subtree: true, childList: true })
  })

  await context.setOffline(true)
  const lostAt = Date.now()
  await expect(connectionStatus(page, /^Offline since \d\d:\d\d$/)).toBeVisible()
  await expect(page.getByText(/^As of \d\d:\d\d$/)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByText(/^Offline since \d\d:\d\d$/).filter({ visible: true })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  const held = (await ticksOf(page)).length
  // Another client, which is online, makes changes meanwhile.
  const renamed = await fetch(`${controlPlane.origin}/api/compute-instance/${clock.id}/update-metadata`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'renamed meanwhile' }),
  })
  expect(renamed.ok).toBe(true)
  await page.waitForTimeout(OFFLINE_MS - (Date.now() - lostAt))
  await expect(page.getByRole('heading', { level: 1, name: 'clock' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(connectionStatus(page, /^Offline since/)).toBeVisible()
  expect((await ticksOf(page)).length).toBe(held)

  await context.setOffline(false)
  await expect(connectionStatus(page, 'Live')).toBeVisible({ timeout: 35_000 })
  await expect(page.getByText(/^As of/)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'renamed meanwhile' })).toBeVisible()
  await expectWholeTicks(page, held + OFFLINE_MS / 50 / 2)
  await renameClock(page, clock, 'renamed again')
  await expect(page.getByRole('heading', { level: 1, name: 'renamed again' })).toBeVisible()
  expect(errorToasts).toEqual([])
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  await deleteInstances(page)
})
