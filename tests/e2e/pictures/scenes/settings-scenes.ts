import type { Page } from '@playwright/test'
import { callAs, createOrganization } from '../../fixtures/users.ts'
import { failing, over, press, seenBy, waiting } from '../actions.ts'
import type { Company } from '../sample-harbour.ts'
import { teamNames } from '../sample-team.ts'
import type { Scene } from '../scene.ts'
import { drainScenes } from './drain-scenes.ts'

const sections = ['roles', 'usage', 'channels', 'billing-details', 'log-drains', 'audit-log']

/** The settings of the organisation, section by section, with their dialogs. */
export const settingsScenes = ({ username }: Company): Scene[] => {
  const at = (section: string) => `/${username}/settings/${section}`
  return [
    { name: 'settings-general', path: at('general'), act: withRegistry },
    ...sections.map((section) => ({ name: `settings-${section}`, path: at(section) })),
    { name: 'settings-general-faults', path: at('general'), act: filledBadly },
    { name: 'settings-roles-changed', path: at('roles'), act: changedRoles },
    {
      name: 'settings-billing-details-loading',
      path: at('billing-details'),
      act: waiting('**/invoice-additional-info/*'),
    },
    { name: 'settings-channels-listed', path: at('channels'), act: withChannels },
    { name: 'settings-channels-loading', path: at('channels'), act: waiting('**/alert-channels') },
    { name: 'settings-channels-failed', path: at('channels'), act: failing('**/alert-channels') },
    over('add-channel', at('channels'), press('Add channel')),
    over('channel-secret', at('channels'), addedChannel),
    over('test-channel', at('channels'), testedChannel),
    { name: 'settings-usage-loading', path: at('usage'), act: waiting('**/quotas') },
    { name: 'settings-usage-failed', path: at('usage'), act: failing('**/quotas') },
    {
      name: 'settings-audit-log-filtered',
      path: `${at('audit-log')}?find=a&action=invite.sent&from=2026-01-01&to=2099-12-31`,
    },
    { name: 'settings-audit-log-none-found', path: `${at('audit-log')}?find=nothing+of+that+name` },
    { name: 'settings-audit-log-verified', path: at('audit-log'), act: press('Verify') },
    { name: 'settings-audit-log-failed', path: at('audit-log'), act: failing('**/audit?*') },
    ...drainScenes(at('log-drains')),
    ...['general', 'roles', 'channels', 'log-drains', 'audit-log'].map((section) =>
      seenBy(teamNames.viewer, { name: `settings-${section}-of-viewer`, path: at(section) }),
    ),
    over('organisation-privacy', at('general'), press('Make Public')),
    { ...over('organisation-public', at('general'), madePublic), after: madePrivate },
    { name: 'settings-general-registry-fault', path: at('general'), act: registryMistyped },
    over('remove-registry', at('general'), removingRegistry),
    over('remove-organisation', at('general'), press('Remove organisation')),
    over('removed-organisation', at('general'), removed),
  ]
}

const channel = (name: string, type: string, url: string) => ({ name, type, url })

/** Names are unique, so making them again changes nothing. */
const withChannels = async (page: Page) => {
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  const path = `organization/${user.organizations[0]._id}/alert-channels`
  await callAs(page, 'POST', path, channel('On call', 'webhook', 'http://127.0.0.1:4/alerts'))
  await callAs(page, 'POST', path, channel('Harbour team', 'slack', 'https://hooks.slack.com/services/T/B/x'))
  await page.getByText('Harbour team').waitFor()
}

const addedChannel = async (page: Page) => {
  await press('Add channel')(page)
  // Names are unique, and every picture adds one.
  await page.getByLabel('Name').fill(`Night watch ${Date.now() % 10_000}`)
  await page.getByLabel('URL').fill('http://127.0.0.1:4/nights')
  await page.getByRole('dialog').getByRole('button', { name: 'Add channel' }).click()
  await page.getByRole('dialog', { name: 'Channel created' }).waitFor()
}

const testedChannel = async (page: Page) => {
  await withChannels(page)
  await press('Send a test to On call')(page)
  await press('Send test')(page)
  await page.getByText('No response').waitFor()
}

const filledBadly = async (page: Page) => {
  await page.getByLabel('Organisation name').fill('')
  await page.getByLabel('Username').fill('Not A Username')
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'pier.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await press('Save')(page)
}

/** Saving it again changes nothing. */
const withRegistry = async (page: Page) => {
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  const registry = { name: 'Harbour names', address: `0x${'a1'.repeat(20)}` }
  await callAs(page, 'PUT', `organization/${user.organizations[0]._id}/registry`, registry)
  await page.getByText('Harbour names').waitFor()
}

const removingRegistry = async (page: Page) => {
  await withRegistry(page)
  await press('Remove Harbour names')(page)
}

const registryMistyped = async (page: Page) => {
  await page.getByLabel('Registry name').fill('Quay names')
  await page.getByRole('textbox', { name: 'Registry address' }).fill('https://registry.example.com/team')
  await press('Add registry')(page)
}

const changedRoles = async (page: Page) => {
  await page.getByRole('checkbox', { name: 'member: Change billing details and payment' }).check()
}

const madePublic = async (page: Page) => {
  await press('Make Public')(page)
  await page.getByLabel('Type North Pier to confirm').fill('North Pier')
  await page.getByRole('dialog').getByRole('button', { name: 'Make Public' }).click()
  await page.getByRole('dialog', { name: 'North Pier is now Public' }).waitFor()
}

const madePrivate = async (page: Page) => {
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  await callAs(page, 'PATCH', `organization/${user.organizations[0]._id}/public-access`, { publiclyAccessible: false })
}

const removed = async (page: Page) => {
  const { profile } = await createOrganization(page, 'Old Pier')
  await page.goto(`/${profile.username}/settings/general`)
  await press('Remove organisation')(page)
  await page.getByLabel('Type Old Pier to confirm').fill('Old Pier')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove organisation' }).click()
  await page.getByRole('dialog', { name: 'Organisation removed' }).waitFor()
}
