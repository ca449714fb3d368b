import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

const MIB = 1024 ** 2

test('the overview shows the last checks of each replica with their reasons, and refreshes them', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  const project = await createProject(page, organization, 'Shop')
  // Fails in one second of three.
  const command = ['node', '-e', 'process.exit(Math.floor(Date.now() / 1000) % 3 === 0 ? 1 : 0)']
  const made = await deployInstance(page, project, {
    name: 'storefront',
    image: undefined,
    machineImageId: undefined,
    ports: undefined,
    configuration: {
      services: [
        {
          name: 'web',
          image: 'longshore/hello:1',
          ports: [{ containerPort: 8080 }],
          healthCheck: { kind: 'command', command, periodMs: 1000, retries: 100 },
          cpuMilli: 100,
          memoryBytes: 64 * MIB,
          storageBytes: 512 * MIB,
        },
      ],
    },
  })
  await waitForState(page, made, 'Active')
  await page.goto(addressOf(organization, made))
  const card = page.getByRole('region', { name: 'Health' })
  await expect(card.getByRole('img', { name: /^web 1: \d+ of the last \d+ checks failed$/ })).toBeVisible({
    timeout: 30_000,
  })
  await card.getByRole('button', { name: 'Check now' }).click()
  await expect(card.getByText(/^[01] of 1 replicas passed their health check\.$/)).toBeVisible()
  await card.getByRole('button', { name: 'All checks of web 1' }).click()
  const table = card.getByRole('table', { name: 'Checks of web 1' })
  await expect(table.getByText('The command ended with exit code 1.').first()).toBeVisible()
  await expect(table.getByText('Succeeded').first()).toBeVisible()
  await expectNoAxeViolations(page)
})
