import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { soleEngine } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { putToSleep } from '../server/put-to-sleep.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, readInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { withStoreOf } from './fixtures/store-of.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

test('an instance that sleeps says that it is scaled to zero, and its link wakes it', async ({
  page,
  controlPlane,
}) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  const made = await deployInstance(page, project, {
    name: 'storefront',
    autoscalingRules: { minReplicas: 0, maxReplicas: 2, idleSeconds: 86_400 },
  })
  await waitForState(page, made, 'Active')
  // Only the names of its regions are used.
  const folder = mkdtempSync(join(tmpdir(), 'longshore-asleep-'))
  const engines = soleEngine(createProcessEngine({ dataFolder: folder }))
  await withStoreOf(controlPlane, ({ db }) => putToSleep(db, engines, made))
  rmSync(folder, { recursive: true, force: true })

  await page.goto(addressOf(organization, made))
  await expect(page.getByText('Scaled to zero: no replica runs', { exact: false })).toBeVisible()
  const replicas = page.getByRole('region', { name: 'Services and replicas' })
  await expect(replicas).toContainText('The next request to a public port starts a replica.')
  expect(await readInstance(page, made._id)).toMatchObject({ state: 'Active', services: [{ replicas: 0 }] })
  await expectNoAxeViolations(page)

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect((await opened).getByRole('heading', { name: 'Hello from Longshore' })).toBeVisible()
  await expect(replicas.getByRole('row', { name: / 1 Active/ })).toBeVisible()
  await expect(page.getByText('Scaled to zero', { exact: false })).toBeHidden()
})
