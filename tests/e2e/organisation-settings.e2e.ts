import type { Route } from '@playwright/test'
import { expectNoAxeViolations } from './fixtures/axe.ts'
import { expect, test } from './fixtures/console-test.ts'
import { navigateTo } from './fixtures/navigate-to.ts'
import { joinAs } from './fixtures/teams.ts'
import { callAs, signUpAndOpenDashboard, signUpWithOrganization, unique } from './fixtures/users.ts'

test('the name and address of an organisation are changed, old links redirect, and a failed update shows an error [A2.12, A2.24, A8.3, A8.4]', async ({
  page,
}) => {
  const organization = await signUpAndOpenDashboard(page)
  const before = organization.profile.username
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page).toHaveURL(`/${before}/settings/general`)
  await expect(page).toHaveTitle('Settings · Longshore')
  const save = page.getByRole('button', { name: 'Save' })
  await expect(save).toBeDisabled()
  const update = `**/organization/${organization._id}`
  await page.route(update, (route) => (route.request().method() === 'PUT' ? route.abort() : route.fallback()))
  await page.getByLabel('Organisation name').fill('Another')
  await save.click()
  await expect(page.getByText("Can't update the organisation").first()).toBeVisible()
  await page.unroute(update)
  const username = page.getByLabel('Username')
  await username.fill('Not A Username')
  await save.click()
  await expect(page.getByText('Use only lowercase letters, digits, hyphens and underscores.')).toBeVisible()
  const after = unique('pier').replace(/\W+/g, '-').toLowerCase()
  await username.fill(after)
  await expect(page.getByText(`/${after}`)).toBeVisible()
  await expect(page.getByText(`Old links with ${before} will redirect`)).toBeVisible()
  await page.getByLabel('Organisation name').fill('North Pier')
  await save.click()
  await expect(page.getByText('Organisation updated successfully')).toBeVisible()
  await expect(page).toHaveURL(`/${after}/settings/general`)
  await expect(page.getByRole('button', { name: 'Organisation: North Pier' })).toBeVisible()
  await navigateTo(page, `/${before}/members?search=ada#there`)
  await expect(page).toHaveURL(`/${after}/members?search=ada#there`)
})

test('an organisation is made public by its typed name, and its link is copied; mail categories that are switched while one is being saved are saved too, in order [A2.45, A4.8, A5.6, A8.7, A9.2]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { _id, profile } = await signUpWithOrganization(page)
  await page.goto(`/${profile.username}/settings/privacy`)
  await page.getByRole('button', { name: 'Make Public' }).click()
  const dialog = page.getByRole('dialog', { name: 'Organizational Privacy Settings' })
  const confirm = dialog.getByRole('button', { name: 'Make Public' })
  const note = dialog.getByText('Please fill in all the fields', { exact: true })
  await expect(note).toBeVisible()
  await dialog.getByLabel(`Type ${profile.name} to confirm`).fill(profile.name.toUpperCase())
  await expect(confirm).toBeDisabled()
  await expect(note).toBeVisible()
  await dialog.getByLabel(`Type ${profile.name} to confirm`).fill(profile.name)
  await expect(note).toHaveCount(0)
  await confirm.click()
  const result = page.getByRole('dialog', { name: `${profile.name} is now Public` })
  await expect(result).toBeVisible()
  const beforeCopyMs = Date.now()
  await result.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/${profile.username}$`))
  await expect(page.getByText('Link Copied')).toHaveCount(0)
  expect(Date.now() - beforeCopyMs).toBeGreaterThan(2500)
  await result.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Make Private' }).click()
  await dialog.getByLabel(`Type ${profile.name} to confirm`).fill(profile.name)
  await dialog.getByRole('button', { name: 'Make Private' }).click()
  await expect(page.getByRole('dialog', { name: `${profile.name} is now Private` })).toBeVisible()

  await page.getByRole('button', { name: 'Done' }).click()
  const members = page.getByRole('switch', { name: 'Members' })
  const security = page.getByRole('switch', { name: 'Security' })
  const [membersWas, securityWas] = [await members.isChecked(), await security.isChecked()]
  const held: Route[] = []
  const saving = `**/organization/${_id}/notification-config`
  await page.route(saving, (route) => (route.request().method() === 'PATCH' ? void held.push(route) : route.fallback()))
  await members.click()
  await security.click()
  await expect(members).toBeChecked({ checked: !membersWas })
  await expect(security).toBeChecked({ checked: !securityWas })
  await expect.poll(() => held.length).toBe(1)
  const expectedBody = JSON.stringify({
    newNotificationCategories: [...(membersWas ? [] : ['members']), ...(securityWas ? [] : ['security'])],
  })
  const saved = page.waitForResponse((response) => response.request().postData() === expectedBody)
  await held[0]?.continue()
  await expect.poll(() => held.length).toBe(2)
  await held[1]?.continue()
  await saved
  await expect(page.getByText('Email Preference Updated Successfully!').first()).toBeVisible()
  await page.reload()
  await expect(members).toBeChecked({ checked: !membersWas })
  await expect(security).toBeChecked({ checked: !securityWas })
})

test('permissions of several roles are marked, saved or discarded in one bar, and reset to the default; the names of the roles stay in view [A6.3, A6.5]', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const { page: viewer } = await joinAs(browser, page, organization, 'viewer')
  await viewer.goto(`/${organization.profile.username}/dashboard`)
  await viewer.getByRole('status').filter({ hasText: 'Live' }).first().waitFor()
  await page.goto(`/${organization.profile.username}/settings/roles`)
  await test.step('the names of the roles stay in view below the bar, and unsaved permissions are marked', async () => {
    await page.setViewportSize({ width: 1440, height: 500 })
    const cell = page.getByRole('cell').filter({ has: page.getByLabel('viewer: Read the audit log') })
    const mark = () => cell.evaluate((td) => getComputedStyle(td, '::before').content)
    await expect.poll(mark).toBe('none')
    const audit = page.getByRole('checkbox', { name: 'viewer: Read the audit log' })
    await audit.check()
    await expect.poll(mark).toContain('*')
    await expect(audit).toHaveAccessibleDescription('Not saved yet')

    const last = page.getByRole('rowheader').last()
    await last.evaluate((row) => row.scrollIntoView({ block: 'center' }))
    const head = page.getByRole('columnheader', { name: 'Viewer' })
    const barEnd = await page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().bottom)
    for (const theme of ['light', 'dark']) {
      await page.evaluate((theme) => document.documentElement.setAttribute('data-theme', theme), theme)
      const place = await head.evaluate((th) => {
        const { left, top, width, height } = th.getBoundingClientRect()
        const shown = document.elementFromPoint(left + width / 2, top + height / 2)
        return { top, isOnTop: shown === th, ground: getComputedStyle(th).backgroundColor }
      })
      expect(place).toEqual({ top: barEnd, isOnTop: true, ground: expect.not.stringMatching(/\/|rgba|transparent/) })
    }
    // High enough that no bar covers a checkbox.
    await page.setViewportSize({ width: 390, height: 3200 })
    await expect.poll(mark).toContain('*')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(mark).toBe('none')
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await expect(page.getByRole('checkbox', { name: 'owner: Delete the organisation' })).toBeDisabled()
  const box = page.getByRole('checkbox', { name: 'viewer: Create, change and delete projects' })
  await box.check()
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeInViewport()
  const billingBox = page.getByRole('checkbox', { name: 'billing: Read the audit log' })
  await billingBox.check()
  await expect(page.getByText('2 unsaved changes')).toBeInViewport()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  const newProject = viewer.getByRole('button', { name: 'New project' }).first()
  await expect(newProject).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Customised')).toHaveCount(2)
  await expect(page.getByText(/unsaved change/)).toHaveCount(0)
  await page.reload()
  await expect(billingBox).toBeChecked()
  await page.getByRole('button', { name: 'Reset to default: Viewer' }).click()
  await page.getByRole('button', { name: 'Reset to default: Billing' }).click()
  await save.click()
  await expect(newProject).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByText('Customised')).toHaveCount(0)
  await expect(box).not.toBeChecked()
  await expect(page.getByText(/unsaved change/)).toHaveCount(0)
  // Later changes by another user are shown as they are, beside the unsaved changes.
  await page.getByRole('checkbox', { name: 'viewer: Read the audit log' }).check()
  const permissions = ['organization.read', 'members.read', 'projects.read', 'instances.read', 'projects.write']
  await callAs(page, 'POST', 'role/setRoleGroupPermissions', {
    organizationId: organization._id,
    roleGroupName: 'viewer',
    permissions,
  })
  await expect(box).toBeChecked()
  await expect(page.getByText('1 unsaved change', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'General', exact: true }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('checkbox', { name: 'owner: Delete the organisation' })).toHaveAccessibleDescription(
    'Owners always have all permissions.',
  )
  await page.getByRole('checkbox', { name: 'viewer: View the organisation' }).hover()
  await expect(page.getByText('Every member can view the organisation.').last()).toBeVisible()
  await navigateTo(viewer, `/${organization.profile.username}/settings/roles`)
  await expect(viewer.getByText('Your role (Viewer) does not allow this.').first()).toBeVisible()
  await expect(viewer.getByRole('checkbox', { name: 'viewer: Create, change and delete projects' })).toBeDisabled()
  await viewer.context().close()
})

test('registries are listed, added and removed; a saved field shows a colleague’s later changes, and leaving with unsaved changes asks for confirmation [A7.28, A7.41]', async ({
  page,
}) => {
  const { _id, profile } = await signUpWithOrganization(page)
  await page.goto(`/${profile.username}/settings/general`)
  await test.step('registries are listed, added and removed, in every tab', async () => {
    await expect(page.getByText('No registries')).toBeVisible()
    const address = `0x${'a1'.repeat(20)}`
    const add = async (name: string) => {
      await page.getByLabel('Registry name').fill(name)
      await page.getByRole('textbox', { name: 'Registry address' }).fill(address)
      await page.getByRole('button', { name: 'Add registry' }).click()
      await expect(page.getByRole('textbox', { name: 'Registry address' })).toHaveValue('')
    }
    const rows = page.getByRole('table', { name: 'Domain registries' }).getByRole('row')
    await add('Harbour names')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('Harbour names')
    await add('Quay names')
    await expect(rows.nth(1)).toContainText('Quay names')
    await expect(rows, 'the same address has a new name').toHaveCount(2)

    const other = await page.context().newPage()
    await other.goto(page.url())
    await expect(other.getByText('Quay names')).toBeVisible()
    await page.getByRole('button', { name: 'Remove Quay names' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove Quay names?' })
    await expect(dialog).toContainText('No instance uses it')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    for (const tab of [page, other]) await expect(tab.getByText('No registries')).toBeVisible()
    await other.close()
  })

  const name = page.getByLabel('Organisation name')
  await name.fill('South Pier ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Organisation updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await callAs(page, 'PUT', `organization/${_id}`, { name: 'East Pier' })
  await expect(name).toHaveValue('East Pier')
  await page.getByRole('link', { name: 'Billing details' }).click()
  const company = page.getByLabel('Company name')
  await company.fill('Pier Ltd')
  await page.getByRole('link', { name: 'General', exact: true }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leaving.getByText('Your changes to the billing details are not saved.')).toBeVisible()
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(company).toHaveValue('Pier Ltd')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invoice details saved')).toBeVisible()
  await page.getByRole('link', { name: 'General', exact: true }).click()
  await name.fill('Not to be saved')
  await page.getByRole('link', { name: 'Team' }).click()
  await leaving.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/${profile.username}/members`)
})

test('the credit of an organisation is shown, its billing details are saved for the first time and again, each with its own message, and keys pressed meanwhile are kept [A3.6, A3.11, A8.5, A8.6, A9.5]', async ({
  page,
}) => {
  const { profile } = await signUpWithOrganization(page)
  await page.goto(`/${profile.username}/settings/billing-details`)
  await expect(page.getByRole('heading', { name: 'Credit' })).toBeVisible()
  await expect(page.getByText('$0.0000')).toBeVisible()
  await page.getByLabel('Company name').fill('North Pier Ltd')
  await page.getByLabel('Invoice e-mail').fill('not an address')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByLabel('Invoice e-mail').fill('bills@example.com')
  await page.getByLabel('Tax ID').fill('GB 123')
  await page.getByLabel('Billing address').fill('1 The Quay')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invoice details saved')).toBeVisible()
  await page.getByLabel('Tax ID').fill('GB 124')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Invoice details updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Tax ID')).toHaveValue('GB 124')
  await expect(page.getByLabel('Billing address')).toHaveValue('1 The Quay')

  const taxId = page.getByLabel('Tax ID')
  await taxId.fill('GB 123')
  await taxId.evaluate((input: HTMLInputElement) => {
    const save = input.form?.querySelector('[type=submit]') as HTMLButtonElement
    const type = (key: string) => {
      input.setRangeText(key, input.value.length, input.value.length, 'end')
      input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    // At once, and in each of the next turns of the event loop, in which React runs effects and renders.
    const typeOnce = new MutationObserver(() => {
      if (!save.disabled) return
      typeOnce.disconnect()
      type('4')
      const { port1, port2 } = new MessageChannel()
      let keys = 0
      port1.onmessage = () => {
        type(String(keys))
        keys += 1
        if (keys < 5) port2.postMessage(null)
      }
      port2.postMessage(null)
    })
    typeOnce.observe(save, { attributes: true })
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(taxId).toHaveValue('GB 123401234')
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
})

test('a role without access to billing sees a notice, and no billing details are requested', async ({
  page,
  browser,
}) => {
  const organization = await signUpWithOrganization(page)
  const { page: viewer } = await joinAs(browser, page, organization, 'viewer')
  const requestedUrls: string[] = []
  viewer.on('request', (request) => requestedUrls.push(request.url()))
  await viewer.goto(`/${organization.profile.username}/settings/billing-details`)
  await expect(viewer.getByText('You do not have access to the billing details')).toBeVisible()
  expect(requestedUrls.filter((url) => url.includes('invoice-additional-info'))).toEqual([])
  await navigateTo(viewer, `/${organization.profile.username}/settings/general`)
  await expect(viewer.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  await expect(viewer.getByLabel('Organisation name')).toHaveJSProperty('readOnly', true)
  await expect(viewer.getByLabel('Organisation name')).toHaveJSProperty('required', false)
  await expect(viewer.getByText('Your role (Viewer) does not allow this.').first()).toBeVisible()
  await viewer.context().close()
})

test('nothing of one organisation is requested or shown after switching to another [A4.5]', async ({ page }) => {
  const first = await signUpWithOrganization(page)
  await callAs(page, 'POST', 'compute-project/create', { organizationId: first._id, name: 'Of the first' })
  const response = await callAs(page, 'POST', 'organization', { name: unique('Second'), preferedAppType: 'compute' })
  const { organization: second } = await response.json()
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith(`/role/${first._id}`))
  await page.route(`**/api/role/${first._id}`, () => {})
  await page.goto(`/${first.profile.username}/dashboard`)
  await expect(page.getByRole('link', { name: 'Of the first' })).toBeVisible()
  await page.getByRole('button', { name: `Organisation: ${first.profile.name}` }).click()
  await page.getByRole('menuitemcheckbox', { name: second.profile.name }).click()
  await aborted
  await expect(page).toHaveURL(`/${second.profile.username}/dashboard`)
  await expect(page.getByText('No projects yet')).toBeVisible()
  await expect(page.getByText('Of the first')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('selected-org'))).toBe(second._id)
})
