import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { copied, downloaded, logOn, startLogging, startReplicas } from './fixtures/logs.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'
import { callAs } from './fixtures/users.ts'

test.afterEach(async ({ context }) => {
  const [page] = context.pages()
  if (page) await deleteInstances(page)
})

test('the lines of all replicas are one live log, and an address keeps the chosen ones and a line', async ({
  page,
}) => {
  const { address } = await startReplicas(page)
  await page.goto(address)
  const log = logOn(page)
  for (const name of ['web 1', 'web 2', 'worker'])
    await expect(log.getByText(name, { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Replicas: All replicas' }).press('Enter')
  await page.getByRole('checkbox', { name: 'worker' }).uncheck()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Replicas: 2 of 3 replicas' })).toBeVisible()
  await expect(log.getByText('worker', { exact: true })).toHaveCount(0)

  await log.press('Home')
  const row = log.locator('[data-sequence]', { hasText: 'tick 4 at' }).filter({ hasText: 'web 2' })
  await row.locator('> span').first().click()
  const link = await copied(page, () => page.getByRole('button', { name: 'Copy link to this line' }).click())
  expect(new URL(link).searchParams.get('service')).toBe('.,web.2')
  await page.goto(link)
  const current = log.locator('[data-current]')
  await expect(current).toContainText('web 2')
  await expect(current).toContainText('tick 4 at')
})

test('a replica that is added joins the open log, and its lines can be chosen and downloaded', async ({ page }) => {
  const { address, instance } = await startLogging(page, 'clock', { PERIOD_MS: '400' })
  await page.goto(address)
  const log = logOn(page)
  await expect(log).toContainText(/tick \d+/)
  await expect(page.getByRole('button', { name: /^Replicas:/ })).toHaveCount(0)
  const autoscalingRules = { minReplicas: 3, maxReplicas: 3, requestsPerSecond: 1000 }
  await callAs(page, 'PATCH', `compute-instance/${instance._id}/update/autoscaling-rules`, { autoscalingRules })
  for (const name of ['app 1', 'app 2', 'app 3'])
    await expect(log.getByText(name, { exact: true }).first()).toBeVisible({ timeout: 30_000 })

  await page.getByRole('button', { name: 'Replicas: All replicas' }).press('Enter')
  await page.getByRole('checkbox', { name: 'app 1' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(log.getByText('app 1', { exact: true })).toHaveCount(0)
  const both = await downloaded(page, '2 replicas as NDJSON')
  const replicas = both.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).replica)
  expect(new Set(replicas)).toEqual(new Set(['app 2', 'app 3']))
  await log.press('Home')
  for (let press = 0; press < 3; press += 1) await log.press('Shift+ArrowDown')
  const chosen = await downloaded(page, '3 lines as NDJSON')
  expect(chosen.name).toBe(`service-logs-${instance._id}.ndjson`)
  const lines = chosen.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(3)
  for (const { replica, sequence } of lines) expect(`${replica} ${sequence}`).toMatch(/^app [23] [123]$/)

  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('button', { name: 'Replicas: 2 of 3 replicas' }).press('Enter')
  await page.getByRole('button', { name: 'Only app 3' }).press('Enter')
  await page.keyboard.press('Escape')
  await log.press('Home')
  await log.press('Shift+ArrowDown')
  await log.press('Shift+ArrowDown')
  const one = await downloaded(page, '2 lines as NDJSON')
  expect(
    one.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).sequence),
  ).toEqual([1, 2])
})
