import { scaleToLoad } from '../scale-to-load.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject, deployInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { giveRole, joinAs } from './fixtures/teams.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization } from './fixtures/users.ts'

const WITHIN_MS = 1000

test('actions beyond a role are disabled with the reason, and nothing is hidden [A6.3]', async ({ page, browser }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const instance = await deployInstance(page, project, { name: 'clock', image: 'longshore/clock:1', ports: [] })
  const viewer = await joinAs(browser, page, organization, 'viewer')
  const reason = 'Your role (Viewer) does not allow this. Ask an owner of the organisation.'

  await viewer.page.goto(`/${organization.profile.username}/dashboard`)
  const newProject = viewer.page.getByRole('button', { name: 'New project' })
  await expect(newProject).toHaveAttribute('aria-disabled', 'true')
  await expect(newProject).toHaveAccessibleDescription(reason)
  await newProject.focus()
  await expect(viewer.page.getByText(reason).filter({ visible: true }).last()).toBeVisible()
  await newProject.press('Enter')
  await expect(viewer.page.getByRole('dialog')).toHaveCount(0)
  await expectNoAxeViolations(viewer.page)

  await navigateTo(viewer.page, `/${organization.profile.username}/project/${project._id}`)
  await expect(viewer.page.getByRole('button', { name: 'New instance' })).toHaveAttribute('aria-disabled', 'true')
  await viewer.page.getByRole('button', { name: 'More actions' }).click()
  const remove = viewer.page.getByRole('menuitem', { name: 'Delete project' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toContainText(reason)

  await navigateTo(viewer.page, `/${organization.profile.username}/${project._id}/${instance._id}/settings`)
  for (const name of ['Change name', 'Close instance', 'Delete instance'])
    await expect(viewer.page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
  await viewer.page.keyboard.press('ControlOrMeta+k')
  await expect(viewer.page.getByRole('option', { name: /^New project/ })).toHaveAttribute('aria-disabled', 'true')
  await viewer.page.context().close()
})

test('a changed role reaches the member’s browser within a second, and so does removal from the organisation [A4.9, A6.5]', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const colleague = await joinAs(browser, page, organization, 'viewer')
  await colleague.page.goto(`/${organization.profile.username}/dashboard`)
  await colleague.page.getByRole('status').filter({ hasText: 'Live' }).first().waitFor()
  const newProject = colleague.page.getByRole('button', { name: 'New project' })
  await expect(newProject).toHaveAttribute('aria-disabled', 'true')
  await giveRole(page, organization, colleague.userId, 'member')
  await expect(newProject).not.toHaveAttribute('aria-disabled', 'true', { timeout: scaleToLoad(WITHIN_MS) })
  await giveRole(page, organization, colleague.userId, 'billing')
  await expect(newProject).toHaveAttribute('aria-disabled', 'true', { timeout: scaleToLoad(WITHIN_MS) })
  const removed = await callAs(page, 'DELETE', `organization/${organization._id}/member`, { userId: colleague.userId })
  expect(removed.ok()).toBe(true)
  await expect(colleague.page).toHaveURL('/onboarding', { timeout: scaleToLoad(WITHIN_MS) })
  const notice = `You are no longer a member of ${organization.profile.name}.`
  await expect(colleague.page.getByRole('main').getByText(notice)).toBeVisible()
  await colleague.page.getByRole('link', { name: 'User settings' }).click()
  await expect(colleague.page.getByRole('heading', { name: 'User Settings Center' })).toBeVisible()
  await colleague.page.context().close()
})

test('an error of the server is shown as a message, even when the page allowed the action', async ({
  page,
  browser,
}) => {
  const organization = await signUpAndOpenDashboard(page)
  const colleague = await joinAs(browser, page, organization, 'member')
  await colleague.page.routeWebSocket('**', (socket) => socket.close())
  await colleague.page.goto(`/${organization.profile.username}/dashboard`)
  await colleague.page.getByRole('button', { name: 'New project' }).first().click()
  await colleague.page.getByLabel('Project Title').fill('Shop')
  await colleague.page.route('**/api/role/**', (route) => route.abort())
  await giveRole(page, organization, colleague.userId, 'viewer')
  await colleague.page.getByRole('button', { name: 'Create project' }).click()
  await expect(colleague.page.getByText('Your role in this organisation does not allow this.').first()).toBeVisible()
  await colleague.page.context().close()
})
