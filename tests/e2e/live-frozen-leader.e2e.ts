import type { Dialog, Page } from '@playwright/test'
import { connectionStatus, startClock } from './fixtures/clock.ts'
import { expect, test } from './fixtures/console-test.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'
import { expectWholeTicks, ticksOf } from './fixtures/ticks.ts'

const RESUMES_WITHIN_MS = 30_000
/** More than can have been in transit when the leader froze. */
const NEW_TICKS = 60

test.afterEach(async ({ context }) => {
  const [page] = context.pages()
  if (page) await deleteInstances(page)
})

/** Freezes a page by an open alert: no timer, no socket and no tab message runs. Dismissing the dialog thaws it. */
const freeze = async (page: Page): Promise<Dialog> => {
  const dialogOpened = page.waitForEvent('dialog')
  void page.evaluate(() => alert('Frozen'))
  return dialogOpened
}

/** Counts the sockets that a tab has opened and not closed. */
const countSockets = (page: Page): (() => number) => {
  let open = 0
  page.on('websocket', (socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  return () => open
}

const lastTick = async (page: Page): Promise<number> => (await ticksOf(page)).at(-1) ?? 0

test('a frozen leader tab is replaced; after it thaws it follows, and no line is lost or repeated in any tab', async ({
  page,
  context,
}) => {
  test.slow()
  const clock = await startClock(page)
  const log = `${clock.address}/logs/instance-logs`
  const [reader, third] = [await context.newPage(), await context.newPage()]
  const [ofLeader, ofReader, ofThird] = [countSockets(page), countSockets(reader), countSockets(third)]
  await page.goto(log)
  await expect(connectionStatus(page, 'Live')).toBeVisible()
  await reader.goto(log)
  await third.goto(clock.address)
  for (const tab of [reader, third]) await expect(connectionStatus(tab, 'Live')).toBeVisible()
  expect([ofLeader(), ofReader(), ofThird()]).toStrictEqual([1, 0, 0])

  const seen = await lastTick(reader)
  const dialog = await freeze(page)
  await expect.poll(() => lastTick(reader), { timeout: RESUMES_WITHIN_MS }).toBeGreaterThan(seen + NEW_TICKS)
  expect(ofReader() + ofThird()).toBe(1)
  await expectWholeTicks(reader, seen + NEW_TICKS)

  await dialog.dismiss()
  await expect.poll(ofLeader).toBe(0)
  const thawedAt = await lastTick(reader)
  for (const tab of [page, reader]) {
    await expectWholeTicks(tab, thawedAt + NEW_TICKS)
    await expect(connectionStatus(tab, 'Live')).toBeVisible()
  }
  expect([ofLeader(), ofReader() + ofThird()]).toStrictEqual([0, 1])
})
