import type { Page } from '@playwright/test'
import { scaleToLoad } from '../scale-to-load.ts'
import { connectionStatus, renameClock, startClock } from './fixtures/clock.ts'
import { expect, test } from './fixtures/console-test.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'
import { recordTitles, renderedAt } from './fixtures/rendered-at.ts'
import { expectWholeTicks, ticksOf } from './fixtures/ticks.ts'

/** The benchmark checks the real limits; these allow for a machine with other load. */
const SOON_MS = 1500
const TAKEOVER_MS = 3000
const CHANGES = 8

const sockets = async (page: Page): Promise<number> =>
  Number(/^longshore_live_sockets (\d+)/m.exec(await (await page.request.get('/api/metrics')).text())?.[1])

test.afterEach(async ({ context }) => {
  const [page] = context.pages()
  if (page) await deleteInstances(page)
})

test('a change shows in every tab at once, over one socket for all of them', async ({ page, context }) => {
  const clock = await startClock(page)
  await page.goto(clock.address)
  await expect(connectionStatus(page, 'Live')).toBeVisible()
  const others = [await context.newPage(), await context.newPage()]
  for (const other of others) {
    await other.goto(clock.address)
    await expect(connectionStatus(other, 'Live')).toBeVisible()
  }
  await expect.poll(() => sockets(page)).toBe(1)
  for (const tab of [page, ...others]) await recordTitles(tab)

  for (let change = 1; change <= CHANGES; change += 1) {
    const name = `clock ${change}`
    const confirmedAt = await renameClock(page, clock, name)
    for (const tab of [page, ...others]) {
      const ms = (await renderedAt(tab, name)) - confirmedAt
      expect(ms).toBeLessThan(scaleToLoad(SOON_MS))
    }
  }
  expect(await sockets(page)).toBe(1)
})

test('when the tab that holds the socket closes, another takes over, and no line is lost or repeated', async ({
  page,
  context,
}) => {
  const clock = await startClock(page)
  const log = `${clock.address}/logs/instance-logs`
  await page.goto(log)
  await expect(connectionStatus(page, 'Live')).toBeVisible()
  const other = await context.newPage()
  await other.goto(log)
  await expect(connectionStatus(other, 'Live')).toBeVisible()
  await expect(other.getByRole('region', { name: 'Instance logs of clock' })).toContainText(/tick \d+/)
  await expect.poll(() => sockets(other)).toBe(1)

  await recordTitles(other)
  await page.close()
  const closedAt = Date.now()
  // Changes continue meanwhile.
  for (let change = 1; change <= CHANGES; change += 1) await renameClock(other, clock, `clock ${change}`)
  expect((await renderedAt(other, `clock ${CHANGES}`)) - closedAt).toBeLessThan(scaleToLoad(TAKEOVER_MS))
  expect(await sockets(other)).toBe(1)

  await expectWholeTicks(other, ((await ticksOf(other)).at(-1) ?? 0) + 40)
  await expect(connectionStatus(other, 'Live')).toBeVisible()
})

test('signing out in one tab ends the others, and the last socket with them [A4.3, A4.4]', async ({
  page,
  context,
}) => {
  const clock = await startClock(page)
  await page.goto(clock.address)
  const other = await context.newPage()
  await other.goto(clock.address)
  await expect(connectionStatus(other, 'Live')).toBeVisible()
  await deleteInstances(page)
  await other.getByRole('button', { name: 'Account' }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  await expect.poll(() => sockets(page)).toBe(0)
})
