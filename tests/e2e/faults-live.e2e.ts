import type { Page } from '@playwright/test'
import { startTcpProxy } from '../faults/support/tcp-proxy.ts'
import { loops } from '../long-runs.ts'
import { connectionStatus, startClock } from './fixtures/clock.ts'
import { expect, test } from './fixtures/console-test.ts'
import { logOn, newestLine, newestNumber } from './fixtures/logs.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'
import { expectWholeTicks, ticksOf } from './fixtures/ticks.ts'

const LEADERS = Math.max(4, loops(20))
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test.afterEach(async ({ context }) => {
  const [page] = context.pages()
  if (page) await deleteInstances(page)
})

/** Ends a tab's process, as a browser crash would. */
const crash = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void session.send('Page.crash').catch(() => {})
  await crashed
}

test(`the leader tab is closed or crashes ${LEADERS} times, and no line is lost or repeated in another tab`, async ({
  page,
  context,
}) => {
  test.setTimeout(300_000)
  const clock = await startClock(page)
  await page.goto(clock.address)
  const leaders = [page]
  while (leaders.length < LEADERS) {
    const leader = await context.newPage()
    await leader.goto(clock.address)
    leaders.push(leader)
  }
  const reader = await context.newPage()
  await reader.goto(`${clock.address}/logs/instance-logs`)
  await expect(reader.getByRole('region', { name: 'Instance logs of clock' })).toContainText(/tick \d+/)
  for (const [at, leader] of leaders.entries()) {
    if (at % 2 === 0) await crash(leader)
    await leader.close()
    const seen = (await ticksOf(reader)).at(-1) ?? 0
    await expect.poll(async () => (await ticksOf(reader)).at(-1) ?? 0, { timeout: 15_000 }).toBeGreaterThan(seen)
  }
  await expect(connectionStatus(reader, 'Live')).toBeVisible()
  await expectWholeTicks(reader, ((await ticksOf(reader)).at(-1) ?? 0) + 20)
})

test('behind a proxy that rejects WebSocket the console uses polling, and shows it', async ({
  page,
  context,
  controlPlane,
}) => {
  const clock = await startClock(page)
  const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
  const proxy = await startTcpProxy(Number(new URL(controlPlane.origin).port), { forbidsUpgrade: true })
  try {
    const other = await context.newPage()
    await other.addInitScript((kept) => localStorage.setItem('jwt-token', kept ?? ''), token)
    await other.goto(`${proxy.url}${new URL(clock.address, controlPlane.origin).pathname}/logs/instance-logs`)
    await expect(connectionStatus(other, 'Polling')).toBeVisible({ timeout: 20_000 })
    await expect(other.getByRole('region', { name: 'Instance logs of clock' })).toContainText(/tick \d+/)
    await expectWholeTicks(other, ((await ticksOf(other)).at(-1) ?? 0) + 20)
    await other.close()
  } finally {
    await proxy.stop()
  }
})

/** Returns when the newest line on screen was written, as the page displays it. */
const newestLineAt = async (page: Page): Promise<number> => {
  const stampOf = (await newestLine(page).locator('[title]').getAttribute('title')) ?? ''
  return page.evaluate((time) => Date.parse(time), stampOf.split(',')[0] ?? '')
}

for (const [what, wrongByMs] of [
  ['slow', -HOUR_MS],
  ['fast', HOUR_MS],
] as const) {
  test(`a browser whose clock is an hour ${what} shows ages and lines at correct times, and renews its token in time`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    const clock = await startClock(page)
    await page.clock.install({ time: Date.now() + wrongByMs })
    await page.goto(clock.address)
    await expect(connectionStatus(page, 'Live')).toBeVisible()
    const details = page.getByRole('main')
    await expect(details.getByText(/^(just now|\d+ s ago|1 min ago)$/).first()).toBeVisible()
    await expect(details.getByText(/^in \d|\d h ago/)).toHaveCount(0)

    await page.getByRole('navigation', { name: 'Instance', exact: true }).getByRole('link', { name: 'Logs' }).click()
    await expect(logOn(page)).toContainText(/tick \d+/)
    expect(Math.abs((await newestLineAt(page)) - Date.now())).toBeLessThan(MINUTE_MS)

    let renewals = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/renew')) renewals += 1
    })
    const token = () => page.evaluate(() => localStorage.getItem('jwt-token'))
    const before = await token()
    // A token lives for a quarter of an hour.
    await page.clock.fastForward(14 * MINUTE_MS)
    await expect.poll(token).not.toBe(before)
    await expect(connectionStatus(page, 'Live')).toBeVisible({ timeout: 15_000 })
    const seen = await newestNumber(page)
    await expect.poll(() => newestNumber(page)).toBeGreaterThan(seen)
    expect(renewals).toBe(1)
  })
}
