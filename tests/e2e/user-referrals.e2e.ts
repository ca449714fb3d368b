import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { failOnceLive } from './fixtures/failing-reads.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { joinProgramme, signUpWithCode } from './fixtures/referred.ts'
import { settlePurchases } from './fixtures/settled-purchases.ts'
import { signUpWithOrganization } from './fixtures/users.ts'

const PAGE = '/user/settings/referrals'

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Referral code' })
const linkField = (page: Page) => page.getByRole('textbox', { name: 'Referral link' })
const save = (page: Page) => page.getByRole('button', { name: 'Save' })
const rows = (page: Page) => page.getByRole('table', { name: 'Referrals' }).getByRole('row')
/** Locates the figure below its label. */
const figure = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator('xpath=following-sibling::p[1]')

const openJoined = async (page: Page): Promise<string> => {
  await signUpWithOrganization(page)
  const code = await joinProgramme(page)
  await page.goto(PAGE)
  await expect(codeField(page)).toHaveValue(code)
  return code
}

test('a user outside the programme is invited, joins in another tab, and sees it here [A1.4, A2.14, A2.39, A3.1]', async ({
  page,
}) => {
  await signUpWithOrganization(page)
  await page.goto('/user/settings')
  await page.getByRole('link', { name: 'Referrals' }).click()
  await expect(page).toHaveURL(PAGE)
  await expect(page.getByRole('heading', { name: 'Code, Refer, & Earn Credits!' })).toBeVisible()
  await expect(page.getByText('Would you like to take part?')).toBeVisible()
  await expect(codeField(page)).toHaveCount(0)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: "Yes, I'm Interested" }).click()
  const other = await opened
  await expect(other).toHaveURL('/user/referral-registration')
  const join = other.getByRole('button', { name: 'Join the programme' })
  await expect(join).toBeVisible()
  await join.click()
  await expect(other.getByRole('heading', { name: 'You have joined the programme' })).toBeVisible()
  await expect(other.getByRole('link', { name: 'View your code' })).toHaveAttribute('href', PAGE)
  await expect(codeField(page)).toHaveValue(/^[a-z0-9]{8}$/)
})

test('failed queries are retried on request, the rules state the earnings, the link is shared with those who receive nothing of this page, and it follows the changed code and is copied [A2.39, A2.40, A2.48, A4.14, A5.2, A7.18, A7.19, A9.4]', async ({
  page,
}) => {
  await signUpWithOrganization(page)
  const code = await joinProgramme(page)
  const paths = ['**/api/referral?*', '**/api/referral/code', '**/api/longshore-wallet', '**/api/withdrawal?*']
  for (const path of paths) await failOnceLive(page, path)
  await page.goto(PAGE)
  for (const what of ['Your code', 'Your referrals', 'Your credit', 'Your withdrawals'])
    await expect(page.getByText(`${what} could not be loaded`)).toBeVisible({ timeout: 30_000 })
  await expectNoAxeViolations(page)
  for (const path of paths) await page.unroute(path)
  const retry = page.getByRole('button', { name: 'Retry' })
  for (let left = 4; left > 0; left -= 1) {
    await expect(retry).toHaveCount(left)
    await retry.first().click()
  }
  await expect(page.getByText('could not be loaded')).toHaveCount(0)
  await expect(codeField(page)).toHaveValue(code)

  await expect(page.getByRole('button', { name: 'Withdraw', exact: true })).toBeDisabled()
  await expect(page.getByText('The minimum withdrawal is $0.10.')).toBeVisible()
  await expect(page.getByText('No withdrawals')).toBeVisible()
  await page.getByRole('button', { name: 'View referral rules' }).click()
  const dialog = page.getByRole('dialog', { name: 'Referral rules' })
  await expect(dialog.getByText('You earn 10% of a user’s first purchase')).toBeVisible()
  await expect(dialog.getByText('$10 at most: $100 gives $10, $200 gives $10, $20 gives $2.')).toBeVisible()
  await expect(dialog.getByText('for compute only and cannot be transferred')).toBeVisible()
  await expect(dialog.getByText('The users that you refer receive no credit.')).toBeVisible()
  await expect(dialog.getByText('The minimum is $0.10.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'View referral rules' })).toBeFocused()

  const link = await linkField(page).inputValue()
  const hrefOf = async (name: string) => new URL((await page.getByRole('link', { name }).getAttribute('href')) ?? '')
  const mail = await hrefOf('Email')
  expect(mail.protocol).toBe('mailto:')
  expect(decodeURIComponent(mail.search)).toContain(link)
  const linkedIn = await hrefOf('LinkedIn')
  expect([linkedIn.host, linkedIn.searchParams.get('url')]).toEqual(['www.linkedin.com', link])
  const twitter = await hrefOf('Twitter')
  expect([twitter.host, twitter.searchParams.get('url')]).toEqual(['twitter.com', link])
  for (const name of ['LinkedIn', 'Twitter']) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank')
    await expect(page.getByRole('link', { name })).toHaveAttribute('rel', 'noopener noreferrer')
  }

  const origin = new URL(page.url()).origin
  await expect(save(page)).toBeDisabled()
  await expect(codeField(page)).toHaveAttribute('maxlength', '100')
  await expect(linkField(page)).toHaveAttribute('maxlength', '150')
  await expect(linkField(page)).toHaveValue(`${origin}/signup?referralCode=${code}`)
  await expect(linkField(page)).not.toBeEditable()
  for (const empty of ['', '  ']) {
    await codeField(page).fill(empty)
    await expect(save(page)).toBeDisabled()
  }
  await codeField(page).fill('a b')
  await save(page).click()
  await expect(page.getByText('Use only letters, digits, dots, underscores and hyphens.')).toBeVisible()
  const own = `Pier-${Date.now()}`
  await codeField(page).fill(own)
  await save(page).click()
  await expect(codeField(page)).toHaveValue(own.toLowerCase())
  await expect(save(page)).toBeDisabled()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy referral link' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${origin}/signup?referralCode=${own.toLowerCase()}`,
  )
})

test('signups, pending ones and credit are counted and listed live [A2.39, A3.10, A7.17, A7.20, A9.4, A9.5]', async ({
  page,
  browser,
  controlPlane,
}) => {
  const code = await openJoined(page)
  await expect(page.getByText('No referrals yet')).toBeVisible()
  const [first = '', second = ''] = await signUpWithCode(browser, controlPlane.origin, code, 12)
  await expect(figure(page, 'Signup')).toHaveText('12')
  await expect(figure(page, 'Pending')).toHaveText('12')
  await expect(figure(page, 'Credited')).toHaveText('$0.00')
  await settlePurchases(controlPlane, [
    { userId: first, dollars: 200 },
    { userId: second, dollars: 20 },
  ])
  await expect(figure(page, 'Pending')).toHaveText('10')
  await expect(figure(page, 'Credited')).toHaveText('$12.00')
  await expect(page.getByText('$12.0000')).toHaveCount(2)

  await expect(page.getByRole('table', { name: 'Referrals' }).getByRole('columnheader')).toHaveText([
    'REFERRED USER ID',
    'AMOUNT',
    'STATUS',
    'DATE',
  ])
  await expect(rows(page)).toHaveCount(11)
  await expect(rows(page).nth(1)).toContainText('Pending')
  await page.getByRole('navigation', { name: 'Referrals, pages' }).getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL(`${PAGE}?page=2`)
  await expect(rows(page)).toHaveCount(3)
  await expect(rows(page).nth(1)).toContainText('$2.00')
  await expect(rows(page).nth(2)).toContainText('$10.00')
  await expect(rows(page).nth(2)).toContainText('Success')
  await expect(rows(page).nth(2).getByTitle(first)).toBeVisible()
  await expectNoAxeViolations(page)
})

test('a user who follows a link signs up with its code, also later [A2.15, A3.12]', async ({ page }) => {
  const kept = () => page.evaluate(() => localStorage.getItem('referralCode'))
  await page.goto('/signup?ref=pier-1')
  await expect.poll(kept).toBe('pier-1')
  await navigateTo(page, '/signup?referralCode=pier-2')
  await expect.poll(kept).toBe('pier-2')
  await navigateTo(page, '/login')
  expect(await kept()).toBe('pier-2')
  const signUpRequest = page.waitForRequest((request) => request.url().includes('/api/auth/github/signup'))
  await page.goto('/signup/github')
  expect(new URL((await signUpRequest).url()).searchParams.get('referralCode')).toBe('pier-2')
})
