import { expect, test } from './fixtures/container-test.ts'
import { unique } from './fixtures/users.ts'

test('a new user signs up, deploys a template that responds, and deletes it again [A1.1, A2.8, P2.6, P4.11]', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.goto('/login')
  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  const provider = await opening
  await provider.getByRole('textbox').fill(unique('Grace'))
  await provider.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL('/onboarding')
  const organization = unique('North Pier')
  await page.getByLabel('Organisation name').fill(organization)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/, { timeout: 15_000 })

  await page.getByRole('button', { name: 'New project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Project' })
  await dialog.getByLabel('Project Title').fill('Shop')
  await dialog.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/new-instance$/)

  await page.getByRole('radio', { name: 'Hello' }).check()
  const next = page.getByRole('button', { name: 'Continue' })
  const summary = page.getByRole('complementary', { name: 'Summary' })
  for (const title of ['Where should it run?', 'How much does it need?', 'How should it run?', 'Review']) {
    await next.click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(summary).toContainText(/\$\d+\.\d{2} \/ month/)
  }
  const loadedAt = await page.evaluate(() => performance.timeOrigin)
  await page.getByRole('button', { name: 'Deploy' }).click()

  await expect(page).toHaveURL(/\/logs\/deployment-logs$/)
  const main = page.getByRole('main')
  const events = page.getByRole('region', { name: 'Deployment logs of hello' })
  await expect(main.getByText('Starting', { exact: true }).first()).toBeVisible()
  await expect(events).toContainText('Queued: longshore/hello:1')
  await expect(main.getByText('Active', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(events).toContainText(/Active at http:\/\/hello-/)

  await page.getByRole('link', { name: 'Instance logs' }).click()
  const lines = page.getByRole('region', { name: 'Instance logs of hello' })
  await expect(lines).toContainText('listening on port 8080')
  const address = (await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? ''
  const site = await page.context().newPage()
  await site.goto(address)
  await expect(site.getByText('Hello from Longshore')).toBeVisible()
  // Its own line is appended without a reload.
  await expect(lines).toContainText('GET / 200 (request 1)')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Close instance' }).click()
  await page.getByRole('dialog', { name: 'Close hello?' }).getByRole('button', { name: 'Close instance' }).click()
  await expect(main.getByText('Closed', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'Open', exact: true })).toHaveCount(0)
  expect((await site.goto(address))?.ok()).toBe(false)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete instance' }).click()
  const sure = page.getByRole('dialog', { name: 'Delete hello' })
  const confirm = sure.getByRole('button', { name: 'Delete instance' })
  await sure.getByRole('textbox').fill('Hello')
  await expect(confirm).toBeDisabled()
  await sure.getByRole('textbox').fill('hello')
  await confirm.click()
  await expect(page).toHaveURL(/\/project\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Instance successfully deleted')).toBeVisible()
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
})
