import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const size = { cpuMilli: 100, memoryBytes: 2 ** 27, storageBytes: 2 ** 29 }

test('variables are pasted, refer to another service, come from a group, and are shown for every service', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const db = {
    name: 'db',
    image: 'longshore/clock:1',
    environment: [{ name: 'PASSWORD', value: '4711', isSecret: true }],
  }
  const web = {
    name: 'web',
    image: 'longshore/hello:1',
    ports: [{ containerPort: 8080 }],
    environment: [{ name: 'GREETING', value: 'Ahoy' }],
  }
  const response = await callAs(page, 'POST', 'compute-instance/create', {
    organizationId: project.organizationId,
    projectId: project._id,
    name: 'storefront',
    region: 'us-west',
    configuration: { services: [web, db].map((service) => ({ ...service, ...size })) },
  })
  const { instance: made } = await response.json()
  const address = addressOf(organization, made)
  await waitForState(page, made, 'Active')

  // A group of the project.
  await page.goto(`/${organization.profile.username}/project/${project._id}`)
  await page.getByRole('link', { name: 'Variables', exact: true }).click()
  await page.getByRole('button', { name: 'New group' }).click()
  const group = page.getByRole('dialog', { name: 'New variable group' })
  await group.getByLabel('Name', { exact: true }).fill('shared')
  await group.getByRole('button', { name: 'Add variable' }).click()
  await group.getByLabel('Name 1').fill('REGION')
  await group.getByLabel('Value 1').fill('north')
  await expectNoAxeViolations(page)
  await group.getByRole('button', { name: 'Create group' }).click()
  await expect(page.getByRole('list', { name: 'Variable groups' })).toContainText('REGION')
  await page.getByRole('button', { name: 'Show values of shared' }).click()
  const values = page.getByRole('dialog', { name: 'Values of shared' })
  await expect(values).not.toContainText('north')
  await values.getByRole('button', { name: 'Reveal REGION' }).click()
  await expect(values).toContainText('north')
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')

  await navigateTo(page, `${address}/configuration`)
  await page.getByRole('button', { name: 'Paste .env' }).click()
  const paste = page.getByRole('dialog', { name: 'Paste .env' })
  await paste.getByLabel('Text of the file').fill('GREETING="Good\nmorning"\nAPI_TOKEN=hush\nnot a variable')
  await expect(paste).toContainText('Replaces the present value · 2 lines')
  await expect(paste).toContainText('Line 4: “not a variable” is not a variable.')
  await expect(paste.getByRole('listitem').filter({ hasText: 'API_TOKEN' }).getByLabel('Secret')).toBeChecked()
  await expectNoAxeViolations(page)
  await paste.getByRole('button', { name: 'Add 2 variables' }).click()

  // Lines are kept, and typing goes on in the field that grows.
  await expect(page.getByLabel('Value 1', { exact: true })).toHaveValue('Good\nmorning')
  await page.getByLabel('Value 2', { exact: true }).fill('first')
  await page.getByLabel('Value 2', { exact: true }).press('Shift+Enter')
  await page.keyboard.type('second')
  await expect(page.getByLabel('Value 2', { exact: true })).toHaveValue('first\nsecond')
  await expect(page.getByLabel('Value 2', { exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByLabel('Name 3').fill('DATABASE')
  await page.getByLabel('Value 3').pressSequentially(`x://:\${pass`)
  await page.getByRole('option', { name: `\${db.PASSWORD}` }).click()
  await expect(page.getByLabel('Value 3', { exact: true })).toHaveValue(`x://:\${db.PASSWORD}`)
  await expect(page.getByText('Refers to db.PASSWORD')).toBeVisible()
  await page.getByRole('combobox', { name: 'Include a group' }).click()
  await page.getByRole('option', { name: 'shared' }).click()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Save and deploy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save and deploy?' })
  await dialog.getByRole('button', { name: 'Save and deploy' }).click()
  await expect(page).toHaveURL(`${address}/logs/deployment-logs`)

  await navigateTo(page, address)
  const connect = page.getByRole('region', { name: 'Connect' })
  await expect(connect.getByRole('link', { name: /^http/ })).toBeVisible()
  await connect.getByRole('button', { name: 'Copy address of web' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('web:8080')
  const environment = page.getByRole('region', { name: 'Environment' })
  await expect(environment).toContainText('from db.PASSWORD')
  await expect(environment).toContainText('from group shared')
  await expect(environment.getByRole('button', { name: /^Reveal/ })).toHaveCount(2)
  await environment.getByRole('button', { name: 'Reveal REGION of web' }).click()
  await expect(environment).toContainText('north')
  await expect(environment).not.toContainText('hush')
  await expectNoAxeViolations(page)
})
