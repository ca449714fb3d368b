import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { ReplicaHealth } from '../../../../src/contract/wire/instance/health/health-result.ts'
import { failing, respondTo, waiting } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const id = (number: number) => `0197a2c4-0000-7000-8000-${String(number).padStart(12, '0')}`
const PERIOD_MS = 10_000

const replica = (index: number, count: number, fails: (check: number) => boolean): ReplicaHealth => ({
  replicaId: id(index) as ReplicaHealth['replicaId'],
  deploymentId: id(80) as ReplicaHealth['deploymentId'],
  service: 'app',
  index,
  hasCheck: true,
  results: Array.from({ length: count }, (_, check) => ({
    at: new Date(Date.now() - (count - check) * PERIOD_MS).toISOString(),
    isHealthy: !fails(check),
    durationMs: fails(check) ? 5000 : 3 + (check % 4),
    reason: fails(check) ? 'Status 503 of /health at port 8080.' : '',
  })),
})

const replicas = [
  replica(0, 100, () => false),
  replica(1, 100, (check) => check > 40 && check < 47),
  replica(2, 12, (check) => check > 8),
]

const checked = async (page: Page) => {
  await respondTo(/compute-instance\/[\w-]+\/health$/, { replicas } satisfies ResponseOf<'readHealth'>)(page)
  await page.reload()
  await page.getByRole('button', { name: 'Check now' }).waitFor()
}

const CHECK = {
  kind: 'http',
  path: '/health',
  port: 8080,
  periodMs: PERIOD_MS,
  timeoutMs: 3000,
  retries: 3,
  startPeriodMs: 0,
}

const withCheck = (page: Page) =>
  page.route('**/api/**/deployment/*', async (route) => {
    const response = await route.fetch()
    const { deployment } = await response.json()
    const { configuration } = deployment
    const services = configuration.services.map((service: object) => ({ ...service, healthCheck: CHECK }))
    await route.fulfill({
      response,
      json: { deployment: { ...deployment, configuration: { ...configuration, services } } },
    })
  })

/** The results of health checks. */
export const healthScenes = ({ username, shop, storefront }: Harbour): Scene[] => {
  const path = `/${username}/${shop._id}/${storefront._id}`
  return [
    { name: 'instance-health', path, act: checked },
    {
      name: 'instance-health-loading',
      path,
      act: async (page) => {
        await withCheck(page)
        await waiting('**/health')(page)
        await page.getByRole('region', { name: 'Health' }).waitFor()
      },
    },
    {
      name: 'instance-health-failed',
      path,
      act: async (page) => {
        await withCheck(page)
        await failing('**/health')(page)
      },
    },
    {
      name: 'instance-health-checks',
      path,
      act: async (page) => {
        await checked(page)
        await page.getByRole('button', { name: 'All checks of app 3' }).click()
      },
    },
  ]
}
