import type { Page } from '@playwright/test'
import type { Organization } from '../../src/contract/wire/account.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const compose = `services:
  web:
    image: longshore/hello:1
    privileged: true
    environment:
      GREETING: Good morning
    ports:
      - "8080"
    deploy:
      resources:
        limits: { cpus: "0.25", memory: 128M }
  worker:
    image: longshore/clock:1
    deploy:
      resources:
        limits: { cpus: "0.1", memory: 128M }
`

const openWizard = async (page: Page, query: string): Promise<string> =>
  openWizardOf(page, await signUpWithOrganization(page), query)

const openWizardOf = async (page: Page, organization: Organization, query: string): Promise<string> => {
  const project = await createProject(page, organization, 'Shop')
  const address = `/${organization.profile.username}/${project._id}/new-instance`
  await navigateTo(page, `${address}${query}`)
  return address
}

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Configuration as YAML' })

/** As a paste does, in one step. */
const typeFile = async (page: Page, text: string) => {
  await editorOf(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

test('a file with an error says its line; a Docker Compose file is read with its notes, changed in the form and deployed as two services [P1.1, P3.10]', async ({
  page,
}) => {
  const address = await openWizard(page, '?type=multiservice&from=file')
  await expect(page.getByRole('complementary', { name: 'Summary' })).not.toContainText('$')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await page.getByRole('button', { name: 'Insert an example' }).click()
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('web')
  await typeFile(page, 'services:\n  web:\n    imgae: nginx\n')
  await expect(page.getByRole('alert').filter({ hasText: 'The file has errors' })).toContainText(
    'Line 3, services.web.imgae: Unknown field “imgae”. Did you mean “image”?',
  )
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Correct it before you continue.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What do you want to run?' })).toBeVisible()

  await typeFile(page, compose)
  await expect(page.getByText('Docker Compose file', { exact: true })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Not applied as written' })).toContainText(
    'Line 4, services.web.privileged',
  )
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('web, worker')
  await expectNoAxeViolations(page)

  const next = page.getByRole('button', { name: 'Continue' })
  await next.click()
  await next.click()
  const priceNow = async () => /\$[\d.]+/.exec((await summary.textContent()) ?? '')?.[0]
  const before = await priceNow()
  await page.getByRole('textbox', { name: 'Replicas' }).first().fill('2')
  await expect.poll(priceNow).not.toBe(before)
  await next.click()
  await page.getByRole('navigation', { name: 'Edit as' }).getByRole('link', { name: 'File' }).click()
  await expect(editorOf(page)).toContainText('replicas: 2')
  await expectNoAxeViolations(page)
  await page.getByLabel('Name', { exact: true }).fill('shop')
  await next.click()
  await expect(page.getByRole('region', { name: 'What', exact: true })).toContainText('longshore/clock:1')
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page).toHaveURL(/\/logs\/deployment-logs$/)
  const [, , projectId] = address.split('/')
  const { instances } = await (await callAs(page, 'GET', `compute-project/${projectId}/instances`)).json()
  expect(instances[0].services.map((one: { name: string; replicas: number }) => [one.name, one.replicas])).toEqual([
    ['web', 2],
    ['worker', 1],
  ])
})

test('a template with several services is deployed, and its draft survives another tab and a new session', async ({
  page,
  context,
}) => {
  const address = await openWizard(page, '?type=multiservice')
  await page.getByRole('radio', { name: 'Web and worker' }).check()
  const next = page.getByRole('button', { name: 'Continue' })
  await next.click()
  await next.click()
  await next.click()
  await page.getByLabel('Name', { exact: true }).fill('pair')
  await page.getByRole('link', { name: 'worker' }).click()
  await page.getByLabel('Value 1', { exact: true }).fill('5000.0')

  const second = await context.newPage()
  await second.goto(address)
  await second.getByRole('button', { name: 'Continue with it' }).click()
  await expect(second.getByLabel('Name', { exact: true })).toHaveValue('pair')
  expect(await second.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('5000.0')
  await second.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(second.getByText('Enter the value.').first()).toBeVisible()
  await second.close()

  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await expect(page).toHaveURL(/\/logs\/deployment-logs$/)
})

test('one program gets all settings as a service, also from a cluster; an empty row is an error at its fields, never of the file, also after a reload', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const cluster = '?from=cluster&clusterUrl=https://github.com/north-pier/shop&image=ghcr.io/north-pier/shop:4'
  await openWizardOf(page, organization, cluster)
  await page.getByRole('button', { name: 'Use all settings' }).click()
  await expect(page.getByLabel('Service name')).toHaveValue('shop')
  await expect(page.getByRole('textbox', { name: 'Container image' })).toHaveValue('ghcr.io/north-pier/shop:4')
  await expect(page.getByLabel('Source address')).toHaveValue('https://github.com/north-pier/shop')
  const next = page.getByRole('button', { name: 'Continue' })
  for (let step = 0; step < 3; step += 1) await next.click()
  await page.getByRole('button', { name: 'Start and stop' }).click()
  await page.getByLabel('Release command').fill('migrate')
  await page.getByRole('button', { name: 'Start and stop' }).click()
  await expect(page.getByText('has a release command')).toBeVisible()

  await openWizardOf(page, organization, '?type=multiservice&from=image')
  await page.getByLabel('Service name').fill('web')
  await page.getByRole('textbox', { name: 'Container image' }).fill('nginx')
  for (let step = 0; step < 3; step += 1) await next.click()
  await page.getByRole('button', { name: 'Add volume' }).click()
  await page.reload()
  await page.getByLabel('Name of volume 1').fill('data')
  await expect(page.getByText('The form waits for the file')).toBeHidden()
  await next.click()
  await expect(page.getByLabel('Path of volume 1')).toBeFocused()
  await page.getByLabel('Path of volume 1').fill('/data')
  await next.click()
  await expect(page.getByText('US West does not offer SSD storage.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove volume data' }).click()
  await next.click()
  await expect(page.getByRole('heading', { name: 'Review' })).toBeVisible()
})
