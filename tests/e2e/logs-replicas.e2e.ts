import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { copied, logOn, startReplicas } from './fixtures/logs.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'

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
