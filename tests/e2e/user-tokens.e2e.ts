import type { Locator, Page } from '@playwright/test'
import type { AppType } from '../../src/contract/wire/account.ts'
import { expect, test } from './fixtures/console-test.ts'
import { failOnceLive } from './fixtures/failing-reads.ts'
import { expectEscapeAndOutsideIgnored } from './fixtures/guarded-dialog.ts'
import { copied } from './fixtures/logs.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const PAGE = '/user/settings/api-tokens'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create Token' })
const rows = (page: Page) => page.getByRole('table', { name: 'API tokens' }).getByRole('row')

const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const makeTokens = async (page: Page, made: { name: string; days: number | null; kind?: AppType }[]) => {
  const organization = await signUpWithOrganization(page)
  for (const { name, days, kind = 'site' } of made)
    await callAs(page, 'POST', 'api-keys', {
      name,
      organizationId: organization[kind]._id,
      expiresAt: days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString(),
    })
  await page.goto(PAGE)
  await expect(rows(page)).toHaveCount(made.length + 1)
  return organization
}

test('a list that fails to load is retried on request; a token is created, shown once, copied completely, and works [A1.4, A2.38, A2.47, A4.16, A5.3, A7.13, A9.3]', async ({
  page,
}) => {
  const { profile } = await signUpWithOrganization(page)
  await failOnceLive(page, '**/api/api-keys')
  await page.goto(PAGE)
  await expect(page.getByText('The tokens could not be loaded')).toBeVisible()
  await page.unroute('**/api/api-keys')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No Tokens')).toBeVisible()
  await page.getByRole('button', { name: 'Create Token' }).click()
  const create = dialog(page).getByRole('button', { name: 'Create' })
  await expect(create).toBeDisabled()
  await dialog(page).getByLabel('Name').fill('deploys')
  await expect(create).toBeDisabled()
  await choose(page, 'Scope', profile.name)
  await expect(create).toBeDisabled()
  await page.getByRole('combobox', { name: 'Expiration' }).click()
  await expect(page.getByRole('option')).toHaveText([
    '1 Day',
    '7 Days',
    '30 Days',
    '60 Days',
    '90 Days',
    '180 Days',
    '1 Year',
    'No Expiration',
  ])
  await page.getByRole('option', { name: 'No Expiration' }).click()
  await create.click()

  const created = page.getByRole('dialog', { name: 'Token created' })
  await expect(created.getByText('Copy the token before you close this dialog')).toBeVisible()
  await expect(created.getByRole('button', { name: 'Copy token' })).toBeFocused()
  await expectEscapeAndOutsideIgnored(page, created)
  const value = await copied(page, () => created.getByRole('button', { name: 'Copy token' }).press('Enter'))
  await expect(created).toBeVisible()
  expect(value).toMatch(/^lsk_[\w-]{86}$/)
  await expect(created.locator('code')).toHaveText(`${value.slice(0, 30)}…${value.slice(-30)}`)
  const response = await page.request.get('/api/profile', { headers: { authorization: `Bearer ${value}` } })
  expect(response.status()).toBe(200)
  await created.getByRole('button', { name: 'Okay' }).click()

  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).last()).toContainText(/deploys.*Compute.*Never/)
  await expect(page.locator('body')).not.toContainText(value)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(value)
})

test('a token whose response is lost is created once, however often it is requested; another gets the selected permissions, dangerous ones with a warning, and the list shows all [A2.47]', async ({
  page,
}) => {
  const { profile } = await signUpWithOrganization(page)
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Create Token' }).click()
  await dialog(page).getByLabel('Name').fill('deploys')
  await choose(page, 'Scope', profile.name)
  await choose(page, 'Expiration', '30 Days')
  // The server creates it, and the response is dropped.
  await page.route('**/api/api-keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  const create = dialog(page).getByRole('button', { name: 'Create' })
  await create.click()
  await expect(dialog(page).getByText('The token was not created')).toBeVisible()
  await page.unroute('**/api/api-keys')
  await create.click()
  await expect(
    dialog(page).getByText('This request has already succeeded, and its response is returned only once.'),
  ).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page)).toHaveCount(2)

  await page.getByRole('button', { name: 'Create Token' }).click()
  await dialog(page).getByLabel('Name').fill('invites')
  await choose(page, 'Scope', profile.name)
  await choose(page, 'Expiration', '7 Days')
  await expect(dialog(page).getByRole('radio', { name: 'Read and deploy' })).toBeChecked()
  await dialog(page).getByRole('radio', { name: 'Custom' }).check()
  const box = (name: string) => dialog(page).getByRole('checkbox', { name, exact: true })
  for (const name of ['Read', 'Deploy', 'Logs']) await expect(box(name)).toBeChecked()
  for (const name of ['Members', 'Roles', 'Visibility', 'Deletion', 'Audit log'])
    await expect(box(name)).not.toBeChecked()
  await expect(box('Members')).toHaveAccessibleDescription(/Invite and remove/)
  for (const name of ['Read', 'Deploy', 'Logs']) await box(name).uncheck()
  await expect(dialog(page).getByText('Choose at least one permission.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Create' })).toBeDisabled()
  await box('Read').focus()
  await page.keyboard.press('Space')
  await box('Members').check()
  await expect(dialog(page).getByText('This token has dangerous permissions')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Okay' }).click()
  await page.getByRole('button', { name: /Read, Members.*dangerous.*permissions of invites/ }).click()
  const list = page.getByRole('dialog', { name: 'Permissions' })
  await expect(list).toContainText('Invite and remove members')
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
})

test('tokens are listed by their columns and sorted by expiry, on a phone in level rows; several are deleted at once, one by its own button [A2.38, A2.50, A3.7, A7.12, A7.14, P2.33]', async ({
  page,
}) => {
  const { profile } = await makeTokens(page, [
    { name: 'week', days: 7 },
    { name: 'ever', days: null },
    { name: 'day', days: 1, kind: 'storage' },
  ])
  for (const title of ['Name', 'Type', 'Scope', 'Expiration', 'Action'])
    await expect(page.getByRole('columnheader', { name: title })).toBeVisible()
  const dateIn = (days: number) =>
    new Intl.DateTimeFormat('en-US', { month: 'long', day: '2-digit', year: 'numeric' }).format(
      Date.now() + days * 86_400_000,
    )
  const row = (name: string) => rows(page).filter({ has: page.getByText(name, { exact: true }) })
  await expect(row('day').getByRole('cell')).toContainText(['', 'day', 'Storage', profile.name, dateIn(1), 'Never', ''])
  await expect(row('week').getByRole('cell')).toContainText(['', 'week', 'Static Site', profile.name, dateIn(7)])
  await expect(row('ever').getByRole('cell')).toContainText(['', 'ever', 'Static Site', profile.name, 'Never'])
  const names = () => rows(page).locator('td:nth-child(2) p:first-child').allTextContents()
  const sort = page.getByRole('button', { name: 'Expiration' })
  await sort.click()
  const once = await names()
  await sort.click()
  expect([once, await names()].sort()).toEqual(
    [
      ['day', 'week', 'ever'],
      ['ever', 'week', 'day'],
    ].sort(),
  )

  await page.setViewportSize({ width: 390, height: 844 })
  const middleOf = async (locator: Locator): Promise<number> => {
    const box = await locator.boundingBox()
    return box ? box.y + box.height / 2 : Number.NaN
  }
  const week = rows(page).filter({ hasText: 'week' })
  const name = await middleOf(week.getByText('week', { exact: true }))
  for (const control of [week.getByRole('checkbox'), week.getByRole('button', { name: 'Delete week' })])
    expect(Math.abs((await middleOf(control)) - name)).toBeLessThan(3)
  const tabs = page.getByRole('navigation', { name: 'User settings' }).getByRole('link')
  const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
  expect(new Set(tops).size, 'the tabs are one row').toBe(1)
  await page.setViewportSize({ width: 1280, height: 720 })

  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await expect(page.getByText('3 Tokens Selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select ever' }).uncheck()
  await expect(page.getByText('2 Tokens Selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure?' })
  await expect(question).toContainText('2 tokens will be deleted.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rows(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete ever' }).click()
  await expect(question).toContainText('The token ever will be deleted.')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No Tokens')).toBeVisible()
})
