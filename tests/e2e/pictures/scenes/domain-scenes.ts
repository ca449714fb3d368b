import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { Domain, DomainCertificate } from '../../../../src/contract/wire/domains/domain.ts'
import { failing, waiting } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

const certificate = (names: string[], over: Partial<DomainCertificate>): DomainCertificate => ({
  state: 'issued',
  source: 'acme',
  issuer: 'E7, Let’s Encrypt',
  names,
  notBefore: inDays(-20),
  expiresAt: inDays(70),
  error: '',
  nextAttemptAt: null,
  ...over,
})

/** Shows the domains of the response as they are once their records were right: one that serves, one that no longer does. */
const served = async (page: Page) => {
  await page.route(/\/compute-instance\/[\w-]+\/domains$/, async (route) => {
    const response = await route.fetch()
    const { domains, unavailableTypes }: ResponseOf<'readDomains'> = await response.json()
    const found = { verified: true, nextCheckAt: inDays(1), checkedAt: inDays(-0.01) }
    const [first, second] = domains.map((each): Domain => ({ ...each, ...found }))
    if (!first || !second) throw new Error('The sample instance has two domains.')
    const json: ResponseOf<'readDomains'> = {
      domains: [
        { ...first, state: 'verified', checks: [], redirectToHttps: true, certificate: certificate([first.name], {}) },
        {
          ...second,
          state: 'unreachable',
          certificate: certificate([second.name], {
            state: 'overdue',
            expiresAt: inDays(6),
            error: 'The authority found no record that leads here.',
            nextAttemptAt: inDays(0.2),
          }),
        },
      ],
      https: { isServed: true, isAutomatic: true, missing: '' },
      unavailableTypes,
    }
    await route.fulfill({ response, json })
  })
  await page.reload()
  await page.getByText('Let’s Encrypt').first().waitFor()
}

/** Domains of an instance in their later states. */
export const domainScenes = ({ username, shop, storefront }: Harbour): Scene[] => {
  const path = `/${username}/${shop._id}/${storefront._id}/domains`
  return [
    { name: 'instance-domains-served', path, act: served },
    { name: 'instance-domains-loading', path, act: waiting('**/compute-instance/*/domains') },
    { name: 'instance-domains-failed', path, act: failing('**/compute-instance/*/domains') },
  ]
}
