import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { giveRole, inviteTo, joinAs } from './fixtures/teams.ts'
import { callAs, signUpWithOrganization } from './fixtures/users.ts'

const exported = async (page: Page, format: string): Promise<string> => {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: format }).click()
  return readFileSync(await (await coming).path(), 'utf8')
}

test('changes show the member with the old and new value, and are filtered by action, text and date', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const { name, userId, page: other } = await joinAs(browser, page, organization, 'viewer')
  await other.context().close()
  await giveRole(page, organization, userId, 'admin')
  await page.goto(`/${organization.profile.username}/settings/audit-log`)
  const changes = page.getByRole('list', { name: 'Changes' })
  const change = changes.getByRole('listitem').filter({ hasText: 'Member role changed' })
  await change.getByText(name).first().click()
  await expect(change.getByText('Viewer → Admin')).toBeVisible()
  await expect(change.getByText(/\d{4} at \d{2}:\d{2}:\d{2}$/)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Enter')
  await expect(change.getByText('Viewer → Admin')).toBeHidden()
  const action = page.getByRole('combobox', { name: 'Action' })
  const colours = () =>
    action.evaluate((box) => [getComputedStyle(box).backgroundColor, getComputedStyle(box).borderColor])
  const unfiltered = await colours()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
  await action.click()
  await page.getByRole('option', { name: 'Member joined' }).click()
  await expect(changes.getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('1 matching change')).toBeVisible()
  await expect.poll(colours, 'a chosen filter is marked').not.toEqual(unfiltered)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(colours).toEqual(unfiltered)
  await action.click()
  await page.getByRole('option', { name: 'Member joined' }).click()
  await expect(page).toHaveURL(/action=member.joined/)
  await page.reload()
  await expect(changes.getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Search the log').fill('nothing is called that')
  await expect(page.getByText('No matching changes')).toBeVisible()
  await page.getByRole('button', { name: 'Show all changes' }).click()
  await expect(changes.getByRole('listitem')).not.toHaveCount(1)
  const from = page.getByLabel('From', { exact: true })
  await from.fill('31/12/2098')
  await expect(page).toHaveURL(/from=2098-12-31/)
  await expect(page.getByText('No matching changes')).toBeVisible()
  await from.fill('12/31/2098')
  await from.blur()
  await expect(from).toHaveAccessibleDescription('Enter a date such as 23/11/2026.')
  await expect(page).not.toHaveURL(/from=/)
})

test('the log downloads as a file, in which no field is a formula', async ({ page }) => {
  const organization = await signUpWithOrganization(page)
  await inviteTo(page, organization, '+formula@example.com', 'viewer')
  await callAs(page, 'PUT', `organization/${organization._id}`, { name: '=1+1' })
  await page.goto(`/${organization.profile.username}/settings/audit-log`)
  const csv = await exported(page, 'As CSV')
  expect(csv.split('\r\n')[0]).toContain(',action,')
  expect(csv).toContain(`,'=1+1,`)
  expect(csv).toContain(`,'+formula@example.com,`)
  const lines = (await exported(page, 'As NDJSON')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).action)).toContain('invite.sent')
})
