import { createProject, readInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/container-test.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const GIB = 2 ** 30

test('every page of a closed instance with two services and a volume opens, and says what it still costs', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const clock = { image: 'longshore/clock:1', cpuMilli: 100, memoryBytes: 2 ** 27, storageBytes: GIB }
  const books = { name: 'books', class: 'beta2', sizeBytes: GIB, mountPath: '/books' }
  const response = await callAs(page, 'POST', 'compute-instance/create', {
    organizationId: project.organizationId,
    projectId: project._id,
    name: 'ledger',
    region: 'us-west',
    configuration: {
      services: [
        { ...clock, name: 'clock', volumes: [books] },
        { ...clock, name: 'helper' },
      ],
    },
  })
  const { instance } = await response.json()
  await expect.poll(async () => (await readInstance(page, instance._id)).state, { timeout: 90_000 }).toBe('Active')

  const start = `/${organization.profile.username}/${project._id}/${instance._id}`
  await page.goto(`${start}/settings`)
  await page.getByRole('button', { name: 'Close instance' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close ledger?' })
  await expect(dialog).toContainText('The volume books is kept, and costs until you delete it.')
  await expect(dialog.getByText('Price after this')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close instance' }).click()
  await expect(page.getByText('This instance is closed')).toBeVisible({ timeout: 60_000 })

  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const tabs = page.getByRole('navigation', { name: 'Instance', exact: true }).getByRole('link')
  const names = await tabs.allTextContents()
  expect(names).toHaveLength(13)
  for (const name of names) {
    await tabs.getByText(name, { exact: true }).click()
    await expect(tabs.getByText(name, { exact: true })).toHaveAttribute('aria-current', 'page')
    await page.reload()
    await expect(page.getByText('the volumes and addresses that it keeps cost')).toBeVisible()
  }
  expect(errors).toEqual([])
})
