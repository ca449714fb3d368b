import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

test('an image is deployed into the cluster of its source, and a second one joins it [P3.10, P2.5, P7.16, P9.2]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const wizard = `/${organization.profile.username}/${project._id}/new-instance`
  await page.goto(wizard)
  await expect(page.getByText('Step 1 of 5')).toBeAttached()
  await page.getByRole('radio', { name: 'Cluster' }).check()
  await page.getByRole('textbox', { name: 'Container image' }).fill('longshore/clock:1')
  const next = page.getByRole('button', { name: 'Continue' })
  await next.click()
  await expect(page.getByText('Enter the address of the source')).toBeVisible()
  await page.getByLabel('Source address').fill('https://github.com/you/shop.git')
  await expect(page.getByLabel('Cluster name')).toHaveValue('shop')
  await expectNoAxeViolations(page)
  await next.click()
  await next.click()
  await expect(page.getByRole('textbox', { name: 'Instance count' })).toHaveValue('1')
  await expectNoAxeViolations(page)
  await next.click()
  await next.click()
  await expect(page.getByText('shop (https://github.com/you/shop.git)')).toBeVisible()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page).toHaveURL(/\/logs\/deployment-logs$/)

  const { clusters } = await (await callAs(page, 'GET', `organization/${organization._id}/clusters`)).json()
  expect(clusters).toMatchObject([{ name: 'shop', provider: 'github' }])
  await page.goto(`${wizard}?from=cluster&image=longshore/clock:1&step=review&cluster=${clusters[0]._id}`)
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page).toHaveURL(/\/logs\/deployment-logs$/)
  const joined = await (await callAs(page, 'GET', `cluster/${clusters[0]._id}/instances`)).json()
  expect(joined.totalCount).toBe(2)
})

test('another type or template of an instance that is deployed again is confirmed first [P2.16, P2.30]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await callAs(page, 'POST', 'compute-instance/create', {
    organizationId: organization._id,
    projectId: project._id,
    name: 'failing',
    region: 'us-west',
    image: 'localhost:1/nowhere:1',
    machineImageId: 'nano',
  })
  const { computeInstanceId } = await made.json()
  await page.goto(`/${organization.profile.username}/${project._id}/${computeInstanceId}`)
  await page.getByRole('link', { name: 'Deploy again' }).click()
  await page.getByRole('button', { name: 'Change what' }).click()
  await page.getByRole('radio', { name: 'Multi-service' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deploy into a new cluster?' })
  await expect(dialog).toContainText('Changing the instance type or the marketplace app deploys into a new cluster')
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('radio', { name: 'Multi-service' })).not.toBeChecked()
  await page.getByRole('radio', { name: 'Multi-service' }).click()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('radio', { name: 'Multi-service' })).toBeChecked()
  // It is another deployment now, so nothing is asked again.
  await page.getByRole('radio', { name: 'Compute' }).click()
  await expect(page.getByRole('radio', { name: 'Compute' })).toBeChecked()
})

test('a size that the region cannot hold is refused at its field, and so is a type that no region offers [P1.1, P4.14]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const wizard = `/${organization.profile.username}/${project._id}/new-instance`
  const next = page.getByRole('button', { name: 'Continue' })
  await page.goto(
    `${wizard}?step=how-much&from=image&image=longshore/hello:1&cpu=64&ram=512&storage=1024&plan=custom-id`,
  )
  await expect(page.getByRole('radio', { name: 'Custom' })).toBeDisabled()
  await next.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Not enough capacity' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'How much does it need?' })).toBeVisible()
  await page.getByRole('radio', { name: 'Nano' }).check()
  await next.click()
  await expect(page.getByRole('heading', { name: 'How should it run?' })).toBeVisible()

  await navigateTo(page, `${wizard}?type=accelerate&from=image&image=longshore/hello:1`)
  await expect(page.getByRole('radio', { name: 'Accelerate' })).toBeDisabled()
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText(/\$\d+\.\d{4} \/ hour/)
  await next.click()
  await expect(page.getByRole('alert').filter({ hasText: 'No region offers a graphics processor' })).toBeVisible()
})

test('an address of the wizard without a project offers those of the organisation, and keeps the choices', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const { username } = organization.profile
  await page.goto(`/${username}/billing/new-instance?template=longshore-clock`)
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  await page.getByRole('button', { name: 'New project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const project = await createProject(page, organization, 'Shop')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Project' })).toContainText('Shop')
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`/${username}/${project._id}/new-instance?template=longshore-clock`)
  await expect(page.getByRole('radio', { name: 'Clock' })).toBeChecked()
})
