import { readFileSync } from 'node:fs'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, readInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('requests of visitors become a chart: drawn when it is near, as a table, as CSV, and kept while another range loads [P2.36, P7.26]', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, { name: 'shop' })
  await page.goto(`${addressOf(organization, made)}/metrics`)
  // A slow browser may find the first samples here already.
  const empty = page.getByText(
    /^(Replicas are measured every ten seconds|The first samples arrive within half a minute)/,
  )
  await expect(empty.or(page.getByRole('img', { name: /^CPU/ })).first()).toBeVisible()
  await waitForState(page, made, 'Active')

  const { latestUrlPreview } = await readInstance(page, made._id)
  const visitor = await context.newPage()
  for (const path of ['/', '/nowhere', '/', '/nowhere']) await visitor.goto(new URL(path, latestUrlPreview ?? '').href)
  await visitor.close()
  // The page follows without a reload.
  const requests = page.getByRole('img', { name: /^Requests: .*2xx.*4xx/ })
  await expect(requests).toBeVisible({ timeout: 60_000 })
  const memory = page.getByRole('img', { name: /^Memory: / })
  await expect(memory.locator('canvas')).toHaveCount(1)
  await expectNoAxeViolations(page)

  await page.setViewportSize({ width: 390, height: 400 })
  await page.reload()
  const last = page.getByRole('img', { name: /^Restarts: / })
  await expect(last).toBeAttached({ timeout: 30_000 })
  await expect(last.locator('canvas')).toHaveCount(0)
  const before = await last.boundingBox()
  await last.scrollIntoViewIfNeeded()
  await expect(last.locator('canvas')).toHaveCount(1)
  expect((await last.boundingBox())?.height).toBe(before?.height)

  await page.getByRole('button', { name: 'Table of Requests' }).click()
  await expect(page.getByRole('table').getByRole('columnheader', { name: '4xx' })).toBeVisible()
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const csv = readFileSync(await (await downloaded).path(), 'utf8')
  expect(csv.split('\n')[0]).toMatch(/^time,.*4xx/i)

  const released = Promise.withResolvers<void>()
  await page.route('**/metrics/charts*', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Time range' }).click()
  await page.getByRole('option', { name: 'Last 30 days' }).click()
  await expect(page).toHaveURL(/range=30d/)
  await expect(page.getByRole('table').getByRole('columnheader', { name: '4xx' })).toBeVisible()
  released.resolve()
  await expect(page.getByRole('table').getByRole('columnheader', { name: '4xx' })).toBeVisible()
})
