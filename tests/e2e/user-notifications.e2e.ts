import { scaleToLoad } from '../scale-to-load.ts'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { createProject, deployInstance } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { failOnceLive } from './fixtures/failing-reads.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { joinProgramme } from './fixtures/referred.ts'
import { settlePayment } from './fixtures/settled-payments.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization, unique } from './fixtures/users.ts'

const PAGE = '/user/notifications'

test('notifications read in one tab are read in the other, one and all; they and their toasts open the instance, and are read by that [A1.4, A4.11, A7.7, A7.8]', async ({
  page,
  context,
}) => {
  const organization = await signUpAndOpenDashboard(page)
  const project = await createProject(page, organization, unique('Quay'))
  await deployInstance(page, project, { name: 'lantern' })
  await expect(page.getByText('lantern is active').first()).toBeVisible({ timeout: 30_000 })
  const other = await context.newPage()
  await other.goto(PAGE)
  await navigateTo(page, PAGE)
  const here = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(here.filter({ hasText: 'Unread.' })).toHaveCount(2)
  await expect(other.getByRole('button', { name: 'Notifications, 2 unread' })).toBeVisible()

  await here
    .filter({ hasText: 'lantern' })
    .getByRole('button', { name: /^Mark as read/ })
    .click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible({
      timeout: scaleToLoad(1000),
    })
    await expect(tab.getByRole('listitem').filter({ hasText: 'Unread.' })).toHaveCount(1)
  }
  await other.getByRole('button', { name: 'Mark all as read' }).click()
  for (const tab of [page, other]) await expect(tab.getByText('All read')).toBeVisible()

  const { _id } = await deployInstance(page, project, { name: 'beacon' })
  const address = `/${organization.profile.username}/${project._id}/${_id}`
  // Its toast, not the line in the list.
  await page.getByRole('dialog').getByRole('link', { name: 'beacon is active' }).click({ timeout: 30_000 })
  await expect(page).toHaveURL(address)
  const line = other.getByRole('listitem').filter({ hasText: 'beacon is active' })
  await expect(line).not.toContainText('Unread.')
  await line.getByRole('link').click()
  await expect(other).toHaveURL(address)
})

test('a load error is retried, notifications are filtered by the URL, a new one appears at once, and 360 px are enough [A7.6, A9.6]', async ({
  page,
}) => {
  const organization = await signUpWithOrganization(page)
  await failOnceLive(page, '**/user-notification/paginated*')
  await page.goto(PAGE)
  await expect(page.getByText('Notifications could not be loaded')).toBeVisible()
  await page.unroute('**/user-notification/paginated*')
  await page.getByRole('button', { name: 'Retry' }).click()
  const list = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  await expect(list).toHaveCount(1)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  const project = await createProject(page, organization, unique('Quay'))
  await deployInstance(page, project, { name: 'beacon' })
  await expect(list.first()).toContainText('beacon is active', { timeout: 30_000 })
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Errors' }).click()
  await expect(page).toHaveURL(`${PAGE}?type=error`)
  await expect(page.getByText('No matching notifications')).toBeVisible()
  await navigateTo(page, `${PAGE}?type=info`)
  await expect(list).toHaveCount(1)
  await callAs(page, 'PUT', 'user-notification/read/all')
  await page.goto(`${PAGE}?unread=y`)
  await expect(page.getByRole('switch', { name: 'Unread only' })).toBeChecked()
  await expect(page.getByText('No matching notifications')).toBeVisible()
})

test('a successful payment updates the displayed credit, and a failed one shows an error [A4.11]', async ({
  page,
  controlPlane,
}) => {
  await signUpWithOrganization(page)
  await joinProgramme(page)
  const { user } = await (await callAs(page, 'GET', 'profile')).json()
  await page.goto('/user/settings/referrals')
  const total = page.getByRole('main').getByText('Total', { exact: true }).locator('xpath=following-sibling::dd[1]')
  await expect(total).toHaveText('$0.0000')
  await settlePayment(controlPlane, user._id, { status: 'completed', dollars: 25 })
  await expect(total).toHaveText('$25.0000')
  await expect(page.getByText('Payment Failed')).toHaveCount(0)
  await settlePayment(controlPlane, user._id, { status: 'failed' })
  await expect(page.getByText('Payment Failed', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Payment processing encountered an error').first()).toBeVisible()
})

test('more pages load on demand [A9.6]', async ({ page }) => {
  await signUpWithOrganization(page)
  const row = (sequence: number) => ({
    _id: crypto.randomUUID(),
    sequence,
    read: false,
    title: `Note ${sequence}`,
    message: 'It happened.',
    description: '',
    type: 'info',
    timestamp: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    session: null,
    additionalData: {},
  })
  // Creating as many real ones would take hours.
  await page.route('**/user-notification/paginated*', (route) => {
    const query = new URL(route.request().url()).searchParams
    const [skip, limit] = [Number(query.get('skip')), Number(query.get('limit'))]
    const notifications = Array.from({ length: Math.min(limit, 45 - skip) }, (_, place) => row(45 - skip - place))
    return route.fulfill({ json: { notifications, totalCount: 45, unreadCount: 45, sequence: 45 } })
  })
  await page.goto(PAGE)
  const list = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
  const more = page.getByRole('button', { name: 'Show more' })
  await expect(list).toHaveCount(20)
  await more.click()
  await expect(list).toHaveCount(40)
  await more.click()
  await expect(list).toHaveCount(45)
  await expect(more).toHaveCount(0)
})

test('a desktop notification is shown by one tab alone [A2.35]', async ({ page, context, controlPlane }) => {
  await context.grantPermissions(['notifications'], { origin: controlPlane.origin })
  const organization = await signUpAndOpenDashboard(page)
  const other = await context.newPage()
  const titles: string[] = []
  for (const tab of [page, other]) {
    await tab.exposeFunction('desktopShown', (title: string) => void titles.push(title))
    await tab.addInitScript(() => {
      class FakeNotification extends EventTarget {
        static permission = 'granted'
        onclick = null
        constructor(title: string) {
          super()
          Reflect.get(window, 'desktopShown')(title)
        }
      }
      Reflect.set(window, 'Notification', FakeNotification)
    })
    await tab.goto(`/${organization.profile.username}/dashboard`)
    await tab.getByRole('button', { name: 'Account' }).waitFor()
  }
  const project = await createProject(page, organization, unique('Quay'))
  await deployInstance(page, project, { name: 'signal' })
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: /^Notifications, 2 unread/ })).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => titles.length).toBe(1)
  // The second tab has given up the lock.
  const waiting = async () =>
    (await other.evaluate(() => navigator.locks.query())).pending?.filter(({ name }) => name?.includes('desktop'))
      .length
  await expect.poll(waiting).toBe(0)
  expect(titles).toHaveLength(1)
})
