import type { Browser, Page } from '@playwright/test'
import type { Organization } from '../../src/contract/wire/account.ts'
import { isLongRun } from '../long-runs.ts'
import { evmWallet } from '../server/wallet-keys.ts'
import { EVIL_HOST, expectAsText, watchForAlarms } from './fixtures/alarms.ts'
import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import type { ControlPlane } from './fixtures/control-plane.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { joinProgramme, signUpWithCode } from './fixtures/referred.ts'
import { inAddresses, needContainers, rejected, shown, unseen } from './fixtures/script-field-lists.ts'
import { settlePurchases } from './fixtures/settled-purchases.ts'
import { giveRole, joinAs } from './fixtures/teams.ts'
import { fieldsAccepting } from './fixtures/text-fields.ts'
import { callAs, createOrganization, signIn } from './fixtures/users.ts'

const payloads = [
  ['an element', `"><img src=//${EVIL_HOST}/x onerror=alert(1)>{{7*7}}`],
  ['a script', `</script><script>alert(1)</script>=1+1`],
  ['an address', `javascript:alert(1)//'><svg onload=alert(1)>`],
] as const

const fields = fieldsAccepting(payloads[0][1])

type Field = (typeof shown)[number] | (typeof inAddresses)[number] | (typeof rejected)[number] | (typeof unseen)[number]

test('every field of the contract that accepts any text is covered by the tests below', () => {
  expect([...shown, ...inAddresses, ...rejected, ...unseen, ...needContainers].sort()).toEqual(fields.toSorted())
})

interface Fixture {
  page: Page
  browser: Browser
  controlPlane: ControlPlane
  alarms: { found: string[] }
  /** Returns the value that is typed into a field: unique, so that one cannot stand for another. */
  text(field: Field): string
}

const send = async (page: Page, method: string, path: string, data?: object) => {
  const response = await callAs(page, method, path, data)
  expect(response.ok(), `${method} ${path}: ${await response.text()}`).toBe(true)
  return response.json()
}

const visit = async (fixture: Fixture, path: string, ...expectedFields: (Field | { literal: string })[]) => {
  const { page } = fixture
  await navigateTo(page, path)
  await expectOn(fixture, ...expectedFields)
}

const expectOn = async ({ page, alarms, text }: Fixture, ...expectedFields: (Field | { literal: string })[]) => {
  for (const one of expectedFields) await expectAsText(page, typeof one === 'string' ? text(one) : one.literal, alarms)
}

/** A user whose name and organisation are scripts, with every value that can be entered in the console. */
const settle = async (fixture: Fixture, payload: string) => {
  const { page, text } = fixture
  await signIn(page, payload)
  await visit(fixture, '/onboarding', { literal: payload })
  await send(page, 'PATCH', 'profile', { name: text('completeOnboarding.name') })
  const organization = await createOrganization(page, text('createOrganization.name'))
  await page.goto('/user/settings/general')
  await expectOn(fixture, 'completeOnboarding.name')
  await send(page, 'PUT', 'profile', { name: text('saveProfile.name') })
  await visit(fixture, `/${organization.profile.username}/settings/general`, 'createOrganization.name')
  await send(page, 'PUT', `organization/${organization._id}`, {
    name: text('saveOrganization.name'),
  })
  await send(page, 'PUT', `organization/${organization._id}/registry`, {
    address: `0x${'a1'.repeat(20)}`,
    name: text('saveRegistry.name'),
  })
  return organization
}

const showTeam = async (fixture: Fixture, organization: Organization) => {
  const { page, browser } = fixture
  const home = `/${organization.profile.username}`
  const colleague = await joinAs(browser, page, organization, 'viewer')
  await giveRole(page, organization, colleague.userId, 'admin')
  const theirs = { ...fixture, page: colleague.page, alarms: await watchForAlarms(colleague.page) }
  await visit(theirs, '/user/notifications', 'saveOrganization.name', { literal: 'Your role is now Admin.' })
  await visit(theirs, `${home}/members`, 'saveProfile.name')
  await colleague.page.context().close()
  await page.goto('/api/sandbox/mail')
  await expectOn(fixture, 'saveOrganization.name', 'saveProfile.name')
  await visit(fixture, `${home}/settings/audit-log`, 'createOrganization.name', 'saveOrganization.name')
  await visit(fixture, `${home}/settings/general`, 'saveRegistry.name')
}

const showReceivers = async (fixture: Fixture, organization: Organization) => {
  const { page, text, alarms } = fixture
  const target = { type: 'http', url: 'http://127.0.0.1:9/lines', gzip: true }
  const body = { name: text('createDrain.name'), logTypes: ['instanceLogs'], target }
  const ofOrganization = `organization/${organization._id}`
  const settings = `/${organization.profile.username}/settings`
  const { drain } = await send(page, 'POST', `${ofOrganization}/log-drains`, body)
  await visit(fixture, `${settings}/log-drains`, 'createDrain.name')
  await send(page, 'PATCH', `log-drain/${drain._id}`, { name: text('updateDrain.name') })
  await expectAsText(page, text('updateDrain.name'), alarms)
  const channel = { name: text('createAlertChannel.name'), type: 'webhook', url: 'http://127.0.0.1:4/alerts' }
  const { alertChannel } = await send(page, 'POST', `${ofOrganization}/alert-channels`, channel)
  await visit(fixture, `${settings}/channels`, 'createAlertChannel.name')
  await send(page, 'PATCH', `alert-channel/${alertChannel._id}`, { name: text('updateAlertChannel.name') })
  await expectAsText(page, text('updateAlertChannel.name'), alarms)
}

const showMoney = async (fixture: Fixture, organization: Organization) => {
  const { page, browser, controlPlane, text } = fixture
  const organizationId = organization._id
  const at = `/${organization.profile.username}/settings/billing-details`
  const created = { organizationId, companyName: text('createBillingDetails.companyName') }
  await send(page, 'POST', 'invoice-additional-info', created)
  await visit(fixture, at, 'createBillingDetails.companyName')
  await send(page, 'PUT', 'invoice-additional-info', {
    organizationId,
    companyName: text('saveBillingDetails.companyName'),
    taxId: text('saveBillingDetails.taxId'),
    billingAddress: text('saveBillingDetails.billingAddress'),
  })
  await visit(
    fixture,
    at,
    'saveBillingDetails.companyName',
    'saveBillingDetails.taxId',
    'saveBillingDetails.billingAddress',
  )
  await send(page, 'POST', 'api-keys', { name: text('createApiKey.name'), organizationId, expiresAt: null })
  await visit(fixture, '/user/settings/api-tokens', 'createApiKey.name')

  const code = await joinProgramme(page)
  const [userId = ''] = await signUpWithCode(browser, controlPlane.origin, code, 1)
  await settlePurchases(controlPlane, [{ userId, dollars: 100 }])
  const { address, sign } = evmWallet()
  const userDetails = {
    firstName: text('createWithdrawal.userDetails.firstName'),
    lastName: text('createWithdrawal.userDetails.lastName'),
  }
  const networkName = text('createWithdrawal.walletDetails.networkName')
  const messageInput = { amount: '5000000', address, chainId: '1', networkName, ...userDetails }
  const { message } = await send(page, 'GET', `withdrawal/message?${new URLSearchParams(messageInput)}`)
  await send(page, 'POST', 'withdrawal', {
    amount: 5_000_000,
    userDetails,
    walletDetails: { address, chainId: 1, signature: await sign(message), networkName },
  })
  await visit(
    fixture,
    '/user/settings/referrals',
    'createWithdrawal.userDetails.firstName',
    'createWithdrawal.userDetails.lastName',
    'createWithdrawal.walletDetails.networkName',
  )
}

const showCompute = async (fixture: Fixture, organization: Organization) => {
  const { page, text, alarms } = fixture
  const home = `/${organization.profile.username}`
  const project = await createProject(page, organization, text('createProject.name'), text('createProject.description'))
  const value = text('createInstance.environment.value')
  const environment = [{ name: 'GREETING', value }]
  const instance = await deployInstance(page, project, { name: text('createInstance.name'), environment })
  await waitForState(page, instance, 'Active')
  await visit(fixture, `${home}/dashboard`, 'createProject.name', 'createProject.description')
  const inProject = `${home}/project/${project._id}`
  await visit(fixture, inProject, 'createProject.name', 'createProject.description', 'createInstance.name')
  const address = addressOf(organization, instance)
  await visit(fixture, address, 'createInstance.name')
  await page.getByRole('button', { name: 'Reveal GREETING' }).click()
  await expectAsText(page, value, alarms)
  await visit(fixture, `${address}/logs/instance-logs`, { literal: `${value}: listening` })
  await send(page, 'PATCH', `compute-instance/${instance._id}/update-metadata`, { name: text('renameInstance.name') })
  await visit(fixture, `${address}/settings`, 'renameInstance.name')
  const { instance: copy } = await send(page, 'POST', `compute-instance/${instance._id}/duplicate`, {
    projectId: project._id,
    name: text('duplicateInstance.name'),
  })
  await visit(fixture, `${addressOf(organization, copy)}/settings`, 'duplicateInstance.name')
  const { savedView } = await send(page, 'POST', `compute-project/${project._id}/saved-views`, {
    name: text('createSavedView.name'),
    query: 'state=Active',
  })
  await visit(fixture, inProject)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await expectAsText(page, text('createSavedView.name'), alarms)
  await send(page, 'PATCH', `saved-view/${savedView._id}`, { name: text('renameSavedView.name') })
  await expectAsText(page, text('renameSavedView.name'), alarms)
  const rule = {
    projectId: null,
    instanceId: null,
    service: '',
    severity: 'warning',
    condition: { kind: 'log', find: value, as: 'text', matchCase: true, count: 1, minutes: 1 },
    channelIds: [],
    notify: false,
    mail: false,
  }
  const { alert } = await send(page, 'POST', `organization/${organization._id}/alerts`, {
    ...rule,
    name: text('createAlert.name'),
  })
  await visit(fixture, `/${organization.profile.username}/alerts`, 'createAlert.name')
  await send(page, 'PUT', `alert/${alert._id}`, {
    ...rule,
    name: text('updateAlert.name'),
  })
  await expectAsText(page, text('updateAlert.name'), alarms)
  await showReceivers(fixture, organization)
  return { project, address, inProject }
}

/** One text that is an address, and leaves either quotes for an element. */
const combined = ['an element in an address', `javascript:alert(1)//'"><svg onload=alert(1)>{{7*7}}`] as const

for (const [kind, payload] of isLongRun ? payloads : [combined])
  test(`${kind} in any field is shown as text and does nothing`, async ({ page, browser, controlPlane }) => {
    test.slow()
    const alarms = await watchForAlarms(page)
    const text = (field: Field) => `${payload} ${fields.indexOf(field)}`
    const fixture: Fixture = { page, browser, controlPlane, alarms, text }
    const organization = await settle(fixture, payload)
    await showTeam(fixture, organization)
    await showMoney(fixture, organization)
    const { project, address, inProject } = await showCompute(fixture, organization)
    const typed = encodeURIComponent(payload)
    const home = `/${organization.profile.username}`
    await visit(fixture, `${inProject}?search=${typed}`, { literal: payload })
    await visit(fixture, `${home}/members?search=${typed}`, { literal: payload })
    await visit(fixture, `${home}/settings/audit-log?find=${typed}`, { literal: payload })
    await visit(fixture, `${address}/logs/instance-logs?find=${typed}`, { literal: payload })
    const choices = ['image', 'region', 'plan', 'planSearch', 'template', 'category', 'version']
      .map((name) => `${name}=${typed}`)
      .join('&')
    for (const step of ['what', 'where', 'how-much', 'review'])
      await visit(fixture, `${home}/${project._id}/new-instance?from=image&step=${step}&${choices}`, {
        literal: 'New instance',
      })
  })
