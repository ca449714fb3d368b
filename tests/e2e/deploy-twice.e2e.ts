import type { Page } from '@playwright/test'
import type { Project } from '../../src/contract/wire/compute.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { removeInstances } from './fixtures/remove-instances.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization } from './fixtures/users.ts'

test.afterEach(({ page }) => removeInstances(page))

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

test('the same request sent ten times concurrently, and again later, creates one instance and returns one response', async ({
  page,
}) => {
  const organization = await signUpAndOpenDashboard(page)
  const project = await createProject(page, organization, 'Shop')
  const input = {
    organizationId: organization._id,
    projectId: project._id,
    name: 'clock',
    region: 'us-west',
    image: 'longshore/clock:1',
    machineImageId: 'nano',
  }
  const send = (times: number) =>
    page.evaluate(
      async ({ input, times }) => {
        const post = async () => {
          const response = await fetch('/api/compute-instance/create', {
            method: 'POST',
            headers: {
              authorization: `Bearer ${localStorage.getItem('jwt-token')}`,
              'content-type': 'application/json',
              'idempotency-key': `one-request-${input.projectId}`,
            },
            body: JSON.stringify(input),
          })
          return { status: response.status, id: (await response.json()).computeInstanceId as string }
        }
        return Promise.all(Array.from({ length: times }, post))
      },
      { input, times },
    )
  const responses = [...(await send(10)), ...(await send(1))]
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(responses.map(({ id }) => id)).size).toBe(1)
  expect(await countOf(page, project)).toBe(1)
})
