import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject, deployInstance, NOWHERE_IMAGE } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { joinAs } from './fixtures/teams.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

test('a view is saved, chosen, renamed and deleted with the keyboard alone, and a colleague sees it live', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  await deployInstance(page, project, { name: 'lost', image: NOWHERE_IMAGE, ports: [] })
  const address = `/${organization.profile.username}/project/${project._id}`
  const colleague = await joinAs(browser, page, organization, 'viewer')
  await colleague.page.goto(address)
  await colleague.page.getByRole('button', { name: 'Views' }).click()
  await expect(colleague.page.getByText('No saved views')).toBeVisible()

  await page.goto(address)
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Saved views' })
  await expect(panel.getByRole('textbox', { name: 'Save current filters as' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await navigateTo(page, `${address}?state=Failed-start&sort=-name`)
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await panel.getByRole('textbox', { name: 'Save current filters as' }).fill('Failed')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('link', { name: 'Failed' })).toHaveAttribute('aria-current', 'true')
  await expectNoAxeViolations(page)
  await expect(colleague.page.getByRole('link', { name: 'Failed', exact: true })).toBeVisible()
  await expect(colleague.page.getByRole('button', { name: 'Rename Failed' })).toHaveCount(0)

  await page.goto(address)
  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await panel.getByRole('link', { name: 'Failed' }).press('Enter')
  await expect(page).toHaveURL(/sort=-name&state=Failed-start/)
  await expect(panel).toBeHidden()

  await page.getByRole('button', { name: 'Views' }).press('Enter')
  await panel.getByRole('button', { name: 'Rename Failed' }).press('Enter')
  await expect(panel.getByRole('textbox', { name: 'New name for Failed' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('link', { name: 'Failed' }), 'Escape cancels the renaming alone').toBeVisible()
  await panel.getByRole('button', { name: 'Rename Failed' }).press('Enter')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Broken')
  await page.keyboard.press('Enter')
  await expect(colleague.page.getByRole('link', { name: 'Broken', exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Delete Broken' }).press('Enter')
  await expect(panel.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await panel.getByRole('button', { name: 'Delete view' }).press('Enter')
  await expect(panel.getByText('No saved views')).toBeVisible()
  await expect(colleague.page.getByText('No saved views')).toBeVisible()
  await colleague.page.context().close()
})

test('a saved view is found by the palette, fits on a small screen, and is loaded by Retry after an error', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 760 })
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  await deployInstance(page, project, { name: 'lost', image: NOWHERE_IMAGE, ports: [] })
  const name = 'Everything that failed to start since the last release'
  const view = { name, query: 'state=Failed-start' }
  expect((await callAs(page, 'POST', `compute-project/${project._id}/saved-views`, view)).ok()).toBe(true)
  await page.route('**/saved-views', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(`/${organization.profile.username}/project/${project._id}`)
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByText('Saved views could not be loaded')).toBeVisible()
  await page.unroute('**/saved-views')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('dialog', { name: 'Saved views' }).getByRole('link', { name })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+K')
  await page.getByRole('combobox').fill('everything that failed')
  await page.getByRole('option', { name }).click()
  await expect(page).toHaveURL(/project\/.*\?state=Failed-start/)
})
