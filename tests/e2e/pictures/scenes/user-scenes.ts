import type { Page } from '@playwright/test'
import { callAs } from '../../fixtures/users.ts'
import { failing, over, press, waiting } from '../actions.ts'
import type { Scene } from '../scene.ts'

const settings = (tab: string) => `/user/settings/${tab}`
const DAY_MS = 86_400_000

/** Some tokens, created once for all variants. */
const withTokens = async (page: Page) => {
  const { apiKeys } = await (await callAs(page, 'GET', 'api-keys')).json()
  const [organization] = (await (await callAs(page, 'GET', 'profile')).json()).user.organizations
  if (apiKeys.length === 0) {
    for (const [name, kind, days, scopes] of [
      ['deploys from CI', 'compute', 90, undefined],
      ['backups', 'storage', null, ['read', 'members', 'deletion']],
      ['site previews of the marketing team', 'site', 7, ['read']],
    ] as const)
      await callAs(page, 'POST', 'api-keys', {
        name,
        organizationId: organization[kind]._id,
        scopes,
        expiresAt: days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString(),
      })
    await page.reload()
  }
  await page.getByText('deploys from CI').first().waitFor()
}

/** Responds as for a user who has also connected another provider. */
const knownByTwo = async (page: Page) => {
  await page.route('**/api/profile', async (route) => {
    const { user } = await (await route.fetch()).json()
    const google = { ...user.providerProfiles[0], providerName: 'google', id: '2', html_url: null }
    await route.fulfill({ json: { user: { ...user, providerProfiles: [...user.providerProfiles, google] } } })
  })
}

/** Responds as for a user who signed up by wallet, and has connected another provider. */
const knownByWallet = async (page: Page) => {
  await page.route('**/api/profile', async (route) => {
    const { user } = await (await route.fetch()).json()
    const address = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
    const phantom = { ...user.providerProfiles[0], providerName: 'phantom', id: address, html_url: null }
    await route.fulfill({ json: { user: { ...user, providerProfiles: [...user.providerProfiles, phantom] } } })
  })
}

/** Responds as for a user who has granted access to repositories. */
const withRepositories = async (page: Page) => {
  const organization = { profile: { name: 'North Pier', username: 'north-pier' } }
  const grantedAt = new Date(Date.now() - 3 * DAY_MS).toISOString()
  const grant = { organizationId: crypto.randomUUID(), organization, grantedAt, username: 'harbour-master' }
  const authorizations = [
    { ...grant, provider: 'github' },
    { ...grant, provider: 'gitlab' },
  ]
  await page.route('**/api/git-meta/app/auth', (route) => route.fulfill({ json: { authorizations } }))
}

const revokeRepositories = (page: Page) =>
  page.getByRole('button', { name: /^Revoke access of North Pier to .* at GitHub/ }).click()

const createToken = async (page: Page) => {
  await withTokens(page)
  await press('Create Token')(page)
  await page.getByRole('dialog', { name: 'Create Token' }).waitFor()
}

const createDangerousToken = async (page: Page) => {
  await createToken(page)
  await page.getByRole('radio', { name: 'Custom' }).check()
  await page.getByRole('checkbox', { name: 'Members' }).check()
}

const created = async (page: Page) => {
  await page.route('**/api/api-keys', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          json: {
            apiKey: {
              id: crypto.randomUUID(),
              name: 'deploys from CI',
              organizationId: crypto.randomUUID(),
              scope: { appType: 'compute', profile: { name: 'North Pier', username: 'north-pier' } },
              scopes: ['read', 'deploy', 'logs'],
              start: 'lsk_made-u',
              expiresAt: null,
              lastUsedAt: null,
              lastUsedFrom: null,
              createdAt: new Date().toISOString(),
              value: `lsk_made-up-for-a-picture-${'x'.repeat(60)}`,
            },
          },
        })
      : route.continue(),
  )
  await createToken(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('deploys from CI')
  for (const field of ['Scope', 'Expiration']) {
    await dialog.getByRole('combobox', { name: field }).click()
    await page.getByRole('option').first().click()
  }
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog', { name: 'Token created' }).waitFor()
}

export const userScenes: Scene[] = [
  { name: 'user-general', path: settings('general') },
  {
    name: 'user-general-faults',
    path: settings('general'),
    act: async (page) => {
      await page.getByLabel('YOUR USERNAME').fill('Not A Username')
      await page.getByLabel('FULL NAME').fill('')
      await page
        .getByLabel('Picture', { exact: true })
        .setInputFiles({ name: 'x.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
      await press('Save')(page)
    },
  },
  { name: 'user-connections', path: settings('login-connections') },
  { name: 'user-connections-failed', path: settings('login-connections'), act: failing('**/auth/sessions') },
  { name: 'user-connections-loading', path: settings('login-connections'), act: waiting('**/auth/sessions') },
  { name: 'user-security-log-failed', path: settings('login-connections'), act: failing('**/auth/security-log*') },
  { name: 'user-tokens', path: settings('api-tokens'), act: withTokens },
  {
    name: 'user-tokens-chosen',
    path: settings('api-tokens'),
    act: async (page) => {
      await withTokens(page)
      await page.getByRole('checkbox', { name: 'Select backups' }).check()
      await page.getByRole('checkbox', { name: 'Select deploys from CI' }).check()
    },
  },
  {
    name: 'user-tokens-empty',
    path: settings('api-tokens'),
    before: (page) => page.route('**/api/api-keys', (route) => route.fulfill({ json: { apiKeys: [] } })),
  },
  { name: 'user-tokens-failed', path: settings('api-tokens'), act: failing('**/api/api-keys') },
  { name: 'user-notifications', path: '/user/notifications' },
  { name: 'user-notifications-none', path: '/user/notifications?type=warning' },
  { name: 'user-notifications-failed', path: '/user/notifications', act: failing('**/user-notification/paginated*') },
  over('leave-unsaved', settings('general'), async (page) => {
    await page.getByLabel('FULL NAME').fill('Somebody else')
    await page.getByRole('link', { name: 'API Tokens' }).click()
  }),
  over('end-other-sessions', settings('login-connections'), async (page) => {
    const { user } = await (await callAs(page, 'GET', 'profile')).json()
    const elsewhere = await page.context().browser()?.newPage()
    await elsewhere?.goto(
      `${new URL(page.url()).origin}/api/auth/github/login?sandbox_user=${encodeURIComponent(user.platformProfile.name)}`,
    )
    await elsewhere?.close()
    await page.reload()
    await press('Log out everywhere else')(page)
  }),
  { name: 'user-connections-repositories', path: settings('login-connections'), before: withRepositories },
  over('revoke-repositories', settings('login-connections'), revokeRepositories, withRepositories),
  over('disconnect-login', settings('login-connections'), press('Disconnect GitHub'), knownByTwo),
  over('disconnect-wallet', settings('login-connections'), press('Disconnect Phantom'), knownByWallet),
  over('create-token', settings('api-tokens'), createToken),
  over('create-token-permissions', settings('api-tokens'), createDangerousToken),
  over('token-permissions', settings('api-tokens'), async (page) => {
    await withTokens(page)
    await page.getByRole('button', { name: /permissions of backups/ }).click()
  }),
  over('created-token', settings('api-tokens'), created),
  over('delete-token', settings('api-tokens'), async (page) => {
    await withTokens(page)
    await press('Delete backups')(page)
  }),
]
