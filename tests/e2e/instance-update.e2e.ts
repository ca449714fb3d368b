import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

test('a changed configuration is deployed after its differences were shown, and rolled back [P2.5, P2.16, P4.11]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, {
    name: 'storefront',
    environment: [{ name: 'GREETING', value: 'Good morning' }],
  })
  const address = addressOf(organization, made)
  const { latestUrlPreview } = await waitForState(page, made, 'Active')
  // The browser, not the system, resolves names below localhost.
  const visit = await page.context().newPage()
  const greeting = async () => {
    await visit.goto(latestUrlPreview ?? '')
    return visit.locator('body').textContent()
  }
  await page.goto(`${address}/configuration`)
  const save = page.getByRole('button', { name: 'Save and deploy' })
  await expect(save).toBeDisabled()
  await expectNoAxeViolations(page)

  await page.getByLabel('Container image').fill('')
  await save.click()
  await expect(page.getByText('Required.')).toBeVisible()
  await page.getByLabel('Container image').fill('longshore/hello:1')
  await page.getByLabel('Value 1').fill('Good evening')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Save and deploy?' })
  await expect(dialog.getByRole('table', { name: 'Changes' })).toContainText('Variable GREETING')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Save and deploy' }).click()
  await expect(page).toHaveURL(`${address}/logs/deployment-logs`)
  await expect.poll(greeting, { timeout: 30_000 }).toContain('Good evening')

  await navigateTo(page, `${address}/deployments`)
  const rows = page.getByRole('table', { name: 'Deployments' }).locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Updated')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('table', { name: 'Differences of deployments 1 and 2' })).toContainText('GREETING')
  await expect(page).toHaveURL(/from=1&to=2/)
  await expectNoAxeViolations(page)

  await page.getByRole('button', { name: 'Actions of deployment 1' }).click()
  await page.getByRole('menuitem', { name: 'Roll back to this' }).click()
  const rollBack = page.getByRole('dialog', { name: 'Roll back to deployment 1?' })
  await expect(rollBack.getByRole('table', { name: 'Changes' })).toContainText('Variable GREETING')
  await rollBack.getByRole('button', { name: 'Roll back' }).click()
  await expect(page).toHaveURL(`${address}/logs/deployment-logs`)
  await expect.poll(greeting, { timeout: 30_000 }).toContain('Good morning')
})

test('an instance is scaled from its overview, with the price before and after; when another user saves first, both configurations are offered; without room, the dialog offers to stop the current replicas first [P4.11]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, { name: 'storefront' })
  const address = addressOf(organization, made)
  await waitForState(page, made, 'Active')
  await page.goto(address)
  await page.getByRole('button', { name: 'Scale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Scale' })
  const confirm = dialog.getByRole('button', { name: 'Scale', exact: true })
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('button', { name: 'Increase Replicas' }).click()
  await expect(dialog.getByRole('table', { name: 'Changes' })).toContainText('Replicas')
  await expect(dialog).toContainText(/Difference\+\$\d/)
  await expectNoAxeViolations(page)
  await confirm.click()
  await expect(page).toHaveURL(`${address}/logs/deployment-logs`)
  await navigateTo(page, address)
  const replicas = page.getByRole('table', { name: 'Replicas' })
  await expect(replicas.getByRole('row', { name: /app 2.*Active/ })).toBeVisible({ timeout: 30_000 })

  await navigateTo(page, `${address}/configuration`)
  await page.getByRole('button', { name: 'Start and stop' }).click()
  await page.getByRole('button', { name: 'Increase Time to stop' }).click()
  await callAs(page, 'PATCH', `compute-instance/${made._id}/update`, {
    environment: [{ name: 'GREETING', value: 'From elsewhere' }],
  })
  const conflict = page.getByRole('status').filter({ hasText: 'made deployment 3 meanwhile' })
  await expect(conflict).toContainText('Ada')
  await page.getByRole('button', { name: 'See what changed' }).click()
  await expect(conflict).toBeInViewport()
  await expect(conflict.getByRole('table', { name: 'Changes of deployment 3' })).toContainText('Variable GREETING')
  await expect(page.getByRole('button', { name: 'Save and deploy' })).toBeDisabled()
  await expectNoAxeViolations(page)
  await conflict.getByRole('button', { name: 'Keep my changes' }).click()
  await expect(page.getByRole('button', { name: 'Save and deploy' })).toBeEnabled()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Name 1')).toHaveValue('GREETING')

  // The real response with less free: filling the region would leave no room for other tests.
  await page.route('**/cluster-available-hardware/regions*', async (route) => {
    const response = await route.fetch()
    const { regions } = await response.json()
    const full = { memory: 1, storageEphemeral: 1, gpu: 0, storage: [] }
    await route.fulfill({
      json: { regions: regions.map((region: object) => ({ ...region, resources: { ...full, cpu: 1 } })) },
    })
  })
  await navigateTo(page, address)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Restart instance' }).click()
  const restart = page.getByRole('dialog', { name: 'Restart storefront?' })
  await expect(restart).toContainText('No room for the new replicas beside the current ones')
  await restart.getByRole('checkbox', { name: 'Stop the current replicas first' }).check()
  await expect(restart).toContainText('The instance cannot be reached until the new replicas are ready')
  await expectNoAxeViolations(page)
  const request = page.waitForRequest('**/cluster-instance/*/restart')
  await restart.getByRole('button', { name: 'Restart' }).click()
  expect((await request).postDataJSON()).toMatchObject({ strategy: 'gap' })
  // The overview, which also shows the states of the replicas, stays until the next page has loaded.
  await expect(page.getByRole('region', { name: 'Deployment logs of storefront' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 })
})
