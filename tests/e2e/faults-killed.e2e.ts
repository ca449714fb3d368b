import { isLongRun } from '../long-runs.ts'
import { connectionStatus } from './fixtures/clock.ts'
import { createProject } from './fixtures/compute.ts'
import { expect, test } from './fixtures/container-test.ts'
import { downloaded } from './fixtures/logs.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const KILLED_AFTER_MS = isLongRun ? [0, 150, 600] : [140]

for (const afterMs of KILLED_AFTER_MS)
  test(`a control plane killed ${afterMs} ms into a deploy finishes it after a restart, and the browser catches up without a reload`, async ({
    page,
    controlPlane,
    containers,
  }) => {
    test.setTimeout(180_000)
    const organization = await signUpWithOrganization(page)
    const project = await createProject(page, organization, 'Shop')
    await page.goto(
      `/${organization.profile.username}/${project._id}/new-instance?step=review&template=longshore-hello`,
    )
    await expect(connectionStatus(page, 'Live')).toBeVisible()
    const loadedAt = await page.evaluate(() => performance.timeOrigin)
    await page.getByRole('button', { name: 'Deploy' }).click()
    await expect(page).toHaveURL(/\/logs\/deployment-logs$/)
    await page.waitForTimeout(afterMs)

    await controlPlane.kill()
    await expect(connectionStatus(page, /^Reconnecting/)).toBeVisible()
    await controlPlane.start()

    const main = page.getByRole('main')
    await expect(connectionStatus(page, 'Live')).toBeVisible({ timeout: 60_000 })
    await expect(main.getByText('Active', { exact: true })).toBeVisible({ timeout: 60_000 })
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
    const id = /\/([0-9a-f-]{36})\/logs/.exec(page.url())?.[1] ?? ''
    const { totalCount } = await (await callAs(page, 'GET', `compute-project/${project._id}/instances`)).json()
    expect(totalCount).toBe(1)
    const made = await containers.docker.listContainers({
      all: true,
      filters: { label: [`longshore.label.instance=${id}`] },
    })
    expect(made.map(({ State }) => State)).toEqual(['running'])

    await expect(page.getByRole('region', { name: 'Deployment logs of hello' })).toContainText(/Active at http/)
    const lines = (await downloaded(page, 'Whole log as text')).text.split('\n')
    for (const once of ['Queued: ', 'Active at ']) expect(lines.filter((line) => line.includes(once))).toHaveLength(1)
    const site = await page.context().newPage()
    await site.goto((await page.getByRole('link', { name: 'Open', exact: true }).getAttribute('href')) ?? '')
    await expect(site.getByText('Hello from Longshore')).toBeVisible()
  })
