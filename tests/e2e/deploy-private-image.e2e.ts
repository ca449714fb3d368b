import { registryUser } from '../engines/bootstrap/registry.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/container-test.ts'
import { startPrivateImage } from './fixtures/private-image.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('a typed image from a private registry fails with a reason, and runs with credentials [P2.31, P4.2]', async ({
  page,
  containers,
}) => {
  test.setTimeout(180_000)
  const { registry, image, port } = await startPrivateImage(containers.docker)
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const wizard = `/${organization.profile.username}/${project._id}/new-instance`
  const main = page.getByRole('main')
  const next = page.getByRole('button', { name: 'Continue' })

  await page.goto(`${wizard}?from=image`)
  await page.getByRole('textbox', { name: 'Container image' }).fill(image)
  for (const title of ['Where should it run?', 'How much does it need?', 'How should it run?']) {
    await next.click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  await page.getByLabel('Name', { exact: true }).fill('private')
  await page.getByRole('button', { name: 'Add port' }).click()
  await page.getByRole('textbox', { name: 'Port 1' }).fill(String(port))
  await next.click()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(main.getByText('Failed to start', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(main).toContainText(/The registry requires credentials.*Add a username and password for it\./)

  await page.goto(`${wizard}?from=image&image=${encodeURIComponent(image)}`)
  await page.getByRole('button', { name: 'Add credentials' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Credentials' })
  await dialog.getByLabel('REGISTRY').fill(registry.address)
  await dialog.getByLabel('USERNAME').fill(registryUser.username)
  await dialog.getByLabel('PASSWORD').fill(registryUser.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  for (const _ of ['where', 'how much', 'how']) await next.click()
  await page.getByLabel('Name', { exact: true }).fill('private two')
  const firstPort = page.getByRole('textbox', { name: 'Port 1' })
  if ((await firstPort.count()) === 0) await page.getByRole('button', { name: 'Add port' }).click()
  await firstPort.fill(String(port))
  await next.click()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(main.getByText('Active', { exact: true })).toBeVisible({ timeout: 60_000 })
  const address = (await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? ''
  const site = await page.context().newPage()
  await site.goto(address)
  await expect(site.getByText('a private page')).toBeVisible()
  await page.getByRole('link', { name: 'Instance logs' }).click()
  await expect(page.getByRole('region', { name: 'Instance logs of private two' })).toContainText('serving')
  // The encrypted credentials appear nowhere.
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })))).not.toContain(
    registryUser.password,
  )
  await registry.stop()
})
