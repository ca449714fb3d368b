import type { Page } from '@playwright/test'
import type { Project } from '../../src/contract/wire/compute.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { deleteInstances } from './fixtures/remove-instances.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

test.afterEach(async ({ page }) => void (await deleteInstances(page)))

const countOf = async (page: Page, { _id }: Project): Promise<number> =>
  (await (await callAs(page, 'GET', `compute-project/${_id}/instances`)).json()).totalCount

test('two presses of Deploy in one tick, and a third 10 ms later, send one request and create one instance', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/compute-instance/create')) posts.push(request.headers()['idempotency-key'] ?? '')
  })
  await page.goto(`/${organization.profile.username}/${project._id}/new-instance?step=review&template=longshore-clock`)
  const deploy = page.getByRole('button', { name: 'Deploy' })
  await expect(deploy).toBeEnabled()
  await deploy.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    setTimeout(() => button.click(), 10)
  })
  await expect(page).toHaveURL(/deployment-logs$/)
  expect(posts).toEqual([expect.stringMatching(/./)])
  expect(await countOf(page, project)).toBe(1)
})
