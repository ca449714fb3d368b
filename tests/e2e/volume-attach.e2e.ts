import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject, readInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/container-test.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const GIB = 2 ** 30

test('a volume is attached to another running instance, and the one that had it runs on without it', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const deploy = async (name: string, volumes: object[]) => {
    const clock = { name: 'clock', image: 'longshore/clock:1', volumes, cpuMilli: 100, memoryBytes: 2 ** 27 }
    const response = await callAs(page, 'POST', 'compute-instance/create', {
      organizationId: project.organizationId,
      projectId: project._id,
      name,
      region: 'us-west',
      configuration: { services: [{ ...clock, storageBytes: GIB }] },
    })
    const { instance } = await response.json()
    await expect.poll(async () => (await readInstance(page, instance._id)).state, { timeout: 90_000 }).toBe('Active')
  }
  await deploy('ledger', [{ name: 'books', class: 'beta2', sizeBytes: GIB, mountPath: '/books' }])
  await deploy('archive', [])

  await page.goto(`/${organization.profile.username}/project/${project._id}?show=volumes`)
  const volumes = page.getByRole('table', { name: 'Volumes' })
  await expect(volumes).toContainText('ledger, clock at /books')
  await page.getByRole('button', { name: 'Actions of volume books' }).click()
  await page.getByRole('menuitem', { name: 'Attach elsewhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach books elsewhere' })
  const attach = dialog.getByRole('button', { name: 'Attach' })
  await expect(attach).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Instance' }).click()
  await page.getByRole('option', { name: 'archive' }).click()
  await dialog.getByLabel('Mount path').fill('srv')
  await expect(dialog.getByText('Enter an absolute path')).toBeVisible()
  await dialog.getByLabel('Mount path').fill('/srv')
  await expect(dialog.getByRole('listitem')).toHaveText([
    /^ledger is deployed without books\./,
    /^archive is deployed with books\./,
    'From then on, only clock of archive writes to it.',
  ])
  await expectNoAxeViolations(page)
  await attach.click()
  await expect(dialog).toBeHidden({ timeout: 90_000 })
  await expect(volumes).toContainText('archive, clock at /srv')
})
