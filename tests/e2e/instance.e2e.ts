import { expectNoAxeViolations } from './fixtures/axe.ts'
import {
  addressOf,
  createProject,
  deployInstance,
  NOWHERE_IMAGE,
  readInstance,
  waitForState,
} from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('an instance shows its settings and its costs, and values of variables on request only; its name is changed, and it is deleted by the typed name [A2.23, A2.49, A2.52, A5.5, P2.4, P2.29, P2.34, P3.8, P4.11, P5.10, P8.4, P8.12, P9.4]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, {
    name: 'storefront',
    environment: [
      { name: 'GREETING', value: 'Good morning' },
      { name: 'SEASON', value: 'Late autumn' },
    ],
  })
  const { latestUrlPreview } = await waitForState(page, made, 'Active')
  await page.goto(addressOf(organization, made))
  await expect(page.getByRole('heading', { name: 'storefront' })).toBeVisible()
  await expect(page.getByRole('link', { name: latestUrlPreview ?? '' })).toBeVisible()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('US West')
  await expect(details).toContainText('$1.35 / month')
  await expect(details).toContainText('$0.0450 / day')
  await expect(details).toContainText('$0.0019 / hour')
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Queued')
  await expect(page.getByRole('region', { name: 'Deployments' })).toContainText('Deployed')
  const environment = page.getByRole('region', { name: 'Environment' })
  await expect(environment).toContainText('GREETING')
  await expect(environment).not.toContainText('Good morning')
  await environment.getByRole('button', { name: 'Reveal GREETING' }).click()
  await expect(environment).toContainText('Good morning')
  await expect(environment.getByRole('button', { name: 'Copy GREETING' })).toBeVisible()
  await environment.getByRole('button', { name: 'Reveal SEASON' }).click()
  await expect(environment).toContainText('Late autumn')
  await expect(environment, 'one value at a time').not.toContainText('Good morning')
  await expectNoAxeViolations(page)
  await environment.getByRole('button', { name: 'Hide SEASON' }).click()
  await expect(environment).not.toContainText('Late autumn')
  await navigateTo(page, `/${organization.profile.username}/settings/audit-log`)
  const change = page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()
  await change.getByText('Variable revealed').click()
  await expect(change).toContainText('SEASON')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(/^Verified: \d+ entries, none missing or changed\.$/)).toBeVisible()
  await expectNoAxeViolations(page)

  await navigateTo(page, `${addressOf(organization, made)}/settings`)
  await page.getByRole('button', { name: 'Change name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change name of the instance' })
  const proceed = dialog.getByRole('button', { name: 'Proceed' })
  await dialog.getByLabel('Enter Name').fill('   ')
  await expect(proceed).toBeDisabled()
  await expectNoAxeViolations(page)
  await dialog.getByLabel('Enter Name').fill('shop front')
  await proceed.click()
  await expect(page.getByRole('heading', { name: 'shop front' })).toBeVisible()
  await expect(page.getByText('Name updated!')).toBeVisible()

  await page.getByRole('button', { name: 'Delete instance' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete shop front' })
  const confirm = deleting.getByRole('button', { name: 'Delete instance' })
  await expect(deleting).toContainText('Please fill in all the fields')
  await expect(confirm).toBeDisabled()
  await deleting.getByRole('textbox').fill('shop front')
  await expect(deleting).toContainText('Please be sure, this action is irreversible')
  await expectNoAxeViolations(page)
  await confirm.click()
  await expect(page).toHaveURL(`/${organization.profile.username}/project/${project._id}`)
  await expect(page.getByText('Instance successfully deleted')).toBeVisible()
  await expect(page.getByText('No instances yet')).toBeVisible({ timeout: 20_000 })
})

test('every tab of an instance fits 360 px in the light theme, other organisations and ids see an error, a restart is confirmed, and closing warns about what is lost and keeps the logs [P2.5, P2.28, P4.11, P6.3]', async ({
  page,
  browser,
  baseURL,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, { name: 'clock', image: 'longshore/clock:1', ports: [] })
  await waitForState(page, made, 'Active')
  await page.evaluate(() => localStorage.setItem('theme', 'light'))
  await page.setViewportSize({ width: 360, height: 740 })
  for (const tab of ['', '/logs/deployment-logs', '/logs/instance-logs', '/logs/instance-events', '/settings']) {
    await navigateTo(page, addressOf(organization, made) + tab)
    await expect(page.getByRole('heading', { name: 'clock' })).toBeVisible()
    await expectNoAxeViolations(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1280, height: 720 })

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const outsider = await context.newPage()
  const other = await signUpWithOrganization(outsider, 'Eve')
  await outsider.goto(`/${other.profile.username}/${project._id}/${made._id}`)
  await expect(outsider.getByText('Instance not found')).toBeVisible()
  await expect(outsider.getByText('clock')).toHaveCount(0)
  await context.close()
  await navigateTo(page, `/${organization.profile.username}/${project._id}/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByText('Instance not found')).toBeVisible()

  await navigateTo(page, `${addressOf(organization, made)}/logs/instance-logs`)
  const log = page.getByRole('region', { name: 'Instance logs of clock' })
  await expect(log).toContainText('tick')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const restart = page.getByRole('dialog', { name: 'Restart clock?' })
  await choose('Restart')
  await expect(restart).toContainText('Restarting creates a new instance with the saved configuration')
  await expectNoAxeViolations(page)
  await restart.getByRole('button', { name: 'Cancel' }).click()
  await expect(restart).toBeHidden()
  expect((await readInstance(page, made._id)).deployments).toHaveLength(1)
  await choose('Restart')
  await restart.getByRole('button', { name: 'Restart' }).click()
  await expect(page).toHaveURL(`${addressOf(organization, made)}/logs/deployment-logs`)
  await expect.poll(async () => (await readInstance(page, made._id)).deployments[0]?.status).toBe('Deployed')
  await navigateTo(page, `${addressOf(organization, made)}/logs/instance-logs`)
  await expect(log).toContainText('tick')
  await choose('Close instance')
  const dialog = page.getByRole('dialog', { name: 'Close clock?' })
  await expect(dialog).toContainText('the data on its disk is lost')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Close instance' }).click()
  await expect(page.getByText('This instance is closed')).toBeVisible({ timeout: 20_000 })
  await expect(log).toContainText('tick')
  const closed = await readInstance(page, made._id)
  expect(closed.state).toBe('Closed')
  expect(closed.deployments[0]?.status).toBe('Deprecated')
})

test('a failed start shows the reason, and offers another try with the same choices', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, {
    name: 'nothing',
    image: NOWHERE_IMAGE,
    ports: [],
    region: 'eu-west',
  })
  const { error } = await waitForState(page, made, 'Failed-start')
  await page.goto(addressOf(organization, made))
  const notice = page.getByRole('alert').filter({ hasText: 'This instance failed to start' })
  await expect(notice).toContainText(error?.message ?? 'no words')
  await expectNoAxeViolations(page)
  await notice.getByRole('link', { name: 'Deploy again' }).click()
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What' })).toContainText(NOWHERE_IMAGE)
  await expect(page.getByRole('region', { name: 'Where' })).toContainText('EU West')
})
