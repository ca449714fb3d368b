import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { addressOf, createProject, deployInstance, waitForState } from './fixtures/compute.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { callAs, createOrganization, signUpWithOrganization, unique } from './fixtures/users.ts'

/** Creates a public organisation with a project. */
const openHarbour = async (page: Page) => {
  const organization = await signUpWithOrganization(page, 'Owner')
  const project = await createProject(page, organization, 'Shop', 'What we sell')
  const opened = await callAs(page, 'PATCH', `organization/${organization._id}/public-access`, {
    publiclyAccessible: true,
  })
  expect(opened.ok()).toBe(true)
  return { organization, project }
}

/** Creates a public organisation with an instance that has a private variable. */
const openHarbourWithInstance = async (page: Page) => {
  const { organization, project } = await openHarbour(page)
  const instance = await deployInstance(page, project, {
    name: 'storefront',
    environment: [{ name: 'PASSWORD', value: 'between-us-only' }],
  })
  await waitForState(page, instance, 'Active')
  return { organization, project, instance }
}

test('a public organisation is readable without a login, and offers no changes [A2.13, A4.8, A6.1, A1.3]', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const { organization, project, instance } = await openHarbourWithInstance(page)
  const { username, name } = organization.profile
  const outside = await browser.newContext({ baseURL: baseURL ?? '' })
  const visitor = await outside.newPage()
  const bodies: string[] = []
  const tokens: (string | undefined)[] = []
  visitor.on('response', async (response) => {
    if (!response.url().includes('/api/')) return
    tokens.push(response.request().headers().authorization)
    bodies.push(await response.text().catch(() => ''))
  })

  await visitor.goto(`/${username}`)
  await expect(visitor.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'New project' })).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Account' })).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Sign Up' })).toBeVisible()
  expect(await visitor.evaluate(() => ({ ...sessionStorage }))).toMatchObject({
    communityFlow: 'true',
    communityOrgName: username,
  })
  await expectNoAxeViolations(visitor)
  await visitor.getByRole('link', { name: 'Shop' }).click()
  await expect(visitor).toHaveURL(`/${username}/project/${project._id}`)
  await expect(visitor.getByRole('link', { name: 'storefront' }).first()).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'New instance' })).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  await expectNoAxeViolations(visitor)
  await navigateTo(visitor, addressOf(organization, instance))
  await expect(visitor.getByRole('heading', { name: 'storefront' })).toBeVisible()
  await expect(visitor.getByText('PASSWORD')).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: /^Reveal/ })).toHaveCount(0)
  await expect(visitor.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  await expectNoAxeViolations(visitor)
  for (const path of [
    'dashboard',
    `${project._id}/new-instance`,
    `${project._id}/${instance._id}/settings`,
    `${project._id}/${instance._id}/logs/instance-logs`,
    `${project._id}/${instance._id}/configuration`,
    `${project._id}/${instance._id}/volumes`,
    `${project._id}/${instance._id}/jobs`,
    `${project._id}/${instance._id}/deployments`,
  ]) {
    await navigateTo(visitor, `/${username}/${path}`)
    await expect(visitor).toHaveURL(`/${username}`)
  }
  await visitor.setViewportSize({ width: 360, height: 740 })
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(bodies.length).toBeGreaterThan(3)
  expect(bodies.join('')).not.toContain('between-us-only')
  expect(bodies.join('')).not.toContain('@sandbox.test')
  expect(tokens.every((token) => token === undefined)).toBe(true)
  await outside.close()
})

test('an organisation that does not exist, or is private, shows an error; its pages need a login [A2.13, A2.22, A8.2]', async ({
  page,
  browser,
  baseURL,
}) => {
  const { profile } = await signUpWithOrganization(page)
  const outside = await browser.newContext({ baseURL: baseURL ?? '' })
  const visitor = await outside.newPage()
  for (const name of ['nobody-is-called-that', profile.username]) {
    await navigateTo(visitor, `/${name}`)
    await expect(visitor.getByRole('heading', { name: "Can't find this organisation" })).toBeVisible()
    await expect(visitor).toHaveURL(`/${name}`)
  }
  await visitor.goto(`/${profile.username}/dashboard`)
  await expect(visitor).toHaveURL('/login')
  await outside.close()
})

test('a visitor without a login sees changes live, and nothing more once it is made private, which its pages redirect to its name [A1.3, A2.13]', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const { organization, project, instance } = await openHarbourWithInstance(page)
  const { username } = organization.profile
  const outside = await browser.newContext({ baseURL: baseURL ?? '' })
  const [visitor, other] = [await outside.newPage(), await outside.newPage()]
  const frames: string[] = []
  for (const tab of [visitor, other])
    tab.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))))
  const loads: string[] = []
  visitor.on('framenavigated', (frame) => loads.push(frame.url()))

  await visitor.goto(addressOf(organization, instance))
  await other.goto(`/${username}`)
  for (const tab of [visitor, other]) await expect(tab.getByText('Live', { exact: true }).first()).toBeVisible()
  for (const name of ['Logs', 'Events', 'All events']) await expect(visitor.getByRole('link', { name })).toHaveCount(0)
  await expect(visitor.getByText('Price', { exact: true })).toHaveCount(0)
  await expect(visitor.getByRole('main')).not.toContainText('$')

  const loaded = loads.length
  await callAs(page, 'PATCH', `compute-instance/${instance._id}/update-metadata`, { name: 'window' })
  await expect(visitor.getByRole('heading', { name: 'window', level: 1 })).toBeVisible()
  await createProject(page, organization, 'Quayside', 'Made while somebody looks')
  await expect(other.getByRole('link', { name: 'Quayside' })).toBeVisible()
  await expect(other.getByRole('main')).not.toContainText('$')
  expect(frames.join('')).toContain('Quayside')
  expect(frames.join('')).not.toContain('between-us-only')
  expect(frames.join('')).not.toMatch(/"(price|defaultDailyTopup|defaultDailyTopUp)":\d/)
  expect(loads.length, 'the page was not reloaded').toBe(loaded)

  await callAs(page, 'PATCH', `organization/${organization._id}/public-access`, { publiclyAccessible: false })
  for (const tab of [visitor, other])
    await expect(tab.getByRole('heading', { name: "Can't find this organisation" })).toBeVisible()
  // The open page has left by itself; an address that is opened later redirects too.
  await expect(visitor).toHaveURL(`/${username}`)
  await visitor.goto(`/${username}/project/${project._id}`)
  await expect(visitor).toHaveURL(`/${username}`)
  await expect(visitor.getByRole('heading', { name: "Can't find this organisation" })).toBeVisible()
  const before = frames.length
  await createProject(page, organization, 'Behind closed doors')
  const { projects } = await (await callAs(page, 'GET', `organization/${organization._id}/compute-projects`)).json()
  expect(projects).toHaveLength(3)
  expect(frames.slice(before).join('')).not.toContain('closed doors')
  await outside.close()
})

test('a login from a public organisation returns to it, its owner sees the member pages, and another user sees it in their own frame [A2.13, A4.3, A4.8]', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const { organization, project } = await openHarbour(page)
  const { username, name } = organization.profile
  await page.goto(`/${username}`)
  await expect(page, 'a member is not a visitor').toHaveURL(`/${username}/dashboard`)
  expect(await page.evaluate(() => sessionStorage.getItem('communityFlow'))).toBeNull()

  const outside = await browser.newContext({ baseURL: baseURL ?? '' })
  const visitor = await outside.newPage()
  await visitor.goto(`/${username}/project/${project._id}`)
  await visitor.getByRole('button', { name: 'Login' }).click()
  await expect(visitor).toHaveURL('/login')
  expect(await visitor.evaluate(() => localStorage.getItem('referrer'))).toBe('community')
  const other = await outside.newPage()
  await other.goto(`/api/auth/github/login?sandbox_user=${encodeURIComponent(unique('Olive'))}`)
  await expect(visitor).toHaveURL(`/${username}/project/${project._id}`)
  await expect(visitor.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'New instance' })).toHaveCount(0)
  expect(await visitor.evaluate(() => sessionStorage.getItem('communityOrgName'))).toBe(username)

  await createOrganization(visitor, unique('Own'))
  await navigateTo(visitor, `/${username}`)
  await expect(visitor.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Account' })).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'New project' })).toHaveCount(0)
  await outside.close()
})
