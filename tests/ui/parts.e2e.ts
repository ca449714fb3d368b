import type { Page } from '@playwright/test'
import { expectNoAxeViolations } from '../e2e/fixtures/axe.ts'
import { expect, test } from './component-test.ts'

const open = async (page: Page, view: string, theme = 'dark') => {
  await page.goto(`/?view=${view}&theme=${theme}`)
  await page.evaluate(() => document.fonts.ready)
}

for (const view of ['controls', 'dashboard', 'instance', 'login', 'states', 'wizard', 'overlays'])
  test(`axe finds nothing on ${view}, and nothing but logs scrolls sideways`, async ({ page }) => {
    await open(page, view)
    await expectNoAxeViolations(page)
    for (const width of [1440, 1000, 390, 360]) {
      await page.setViewportSize({ width, height: 800 })
      const surplus = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(surplus, `at ${width} px`).toBeLessThanOrEqual(0)
    }
  })

test('axe finds nothing on toasts and an open menu', async ({ page }) => {
  await open(page, 'overlays')
  await page.getByRole('button', { name: 'Say error' }).click()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(4)
  await expect(page.getByText('Error Found')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('axe finds nothing on the palette', async ({ page }) => {
  await open(page, 'overlays')
  await page.getByRole('button', { name: 'Open palette' }).click()
  await expect(page.getByRole('option')).toHaveCount(5)
  await expectNoAxeViolations(page)
})

test('axe finds nothing on a dialog on top of another', async ({ page }) => {
  await open(page, 'overlays')
  await page.getByRole('button', { name: 'Edit name' }).click()
  await page.getByRole('button', { name: 'Delete instead' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete instance' })).toBeVisible()
  await expectNoAxeViolations(page)
})

test('axe finds nothing on an open list', async ({ page }) => {
  await open(page, 'controls')
  await page.getByRole('combobox', { name: 'Region', exact: true }).click()
  await expect(page.getByRole('option')).toHaveCount(4)
  await expectNoAxeViolations(page)
})

test('[P2.14] [A2.40] dialogs close one at a time, the last opened first, and return the focus', async ({ page }) => {
  await open(page, 'overlays')
  const trigger = page.getByRole('button', { name: 'Edit name' })
  await trigger.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Enter Name')).toBeFocused()
  await page.getByRole('button', { name: 'Delete instead' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Delete instance' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Delete instance' })).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Change name of the instance' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete instead' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(trigger).toBeFocused()
})

test('[P5.10] [A5.5] a delete requires the exact name', async ({ page }) => {
  await open(page, 'overlays')
  await page.getByRole('button', { name: 'Edit name' }).click()
  await page.getByRole('button', { name: 'Delete instead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete instance' })
  const name = dialog.getByLabel('Type api to confirm')
  const confirm = dialog.getByRole('button', { name: 'Delete' })
  await name.fill('API')
  await expect(confirm).toBeDisabled()
  await expect(dialog.getByText('Please fill in all the fields')).toBeVisible()
  await name.press('Enter')
  await expect(page.locator('output')).toHaveText('nothing')
  await name.fill('api')
  await expect(dialog.getByText('Please be sure, this action is irreversible')).toBeVisible()
  await confirm.click()
  await expect(page.locator('output')).toHaveText('deleted api')
})

test('a menu is used from the keyboard', async ({ page }) => {
  await open(page, 'overlays')
  await page.getByRole('button', { name: 'Open menu' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Restart' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('output')).toHaveText('close')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
})

test('a select is used from the keyboard and skips disabled options', async ({ page }) => {
  await open(page, 'controls')
  const region = page.getByRole('combobox', { name: 'Region', exact: true })
  await region.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option')).toHaveCount(4)
  await page.keyboard.type('Dub')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Virginia' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(region).toHaveText('This machine')
  await expect(region).toBeFocused()
})

test('a combobox finds the typed text', async ({ page }) => {
  await open(page, 'controls')
  const field = page.getByRole('combobox', { name: 'Find a region' })
  await field.fill('stock')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Stockholm')
})

test('the palette finds by name and by keyword, and selects with Enter', async ({ page }) => {
  await open(page, 'overlays')
  await page.getByRole('button', { name: 'Open palette' }).click()
  await page.keyboard.type('create')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.locator('output')).toHaveText('new-project')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[A2.34] [A9.1] toasts stack newest on top, two at most, for five seconds', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await open(page, 'overlays')
  await page.clock.pauseAt(60_000)
  for (const kind of ['success', 'error', 'warning']) await page.getByRole('button', { name: `Say ${kind}` }).click()
  const titles = page.getByText(/^(Successful|Error Found|Warning)$/).filter({ visible: true })
  await page.clock.runFor(500)
  await expect(titles).toHaveText(['Warning', 'Error Found'])
  await page.clock.runFor(4300)
  await expect(titles).toHaveCount(2)
  await page.clock.runFor(1000)
  await expect(titles).toHaveCount(0)
})

test('[P9.7] [A9.2] a copy is confirmed for three seconds', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install({ time: 0 })
  await open(page, 'controls')
  await page.clock.pauseAt(60_000)
  await page.getByRole('button', { name: 'Copy ID' }).click()
  await expect(page.getByText('Copied!')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('6f1c0c5e2b9a4d7e8f10')
  await page.mouse.move(700, 700)
  await page.clock.runFor(2900)
  await expect(page.getByText('Copied!')).toBeVisible()
  await page.clock.runFor(1000)
  await expect(page.getByText('Copied!')).toHaveCount(0)
})

test('the text of a .env file that is pasted into a name is split into variables after a preview', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, 'controls')
  await page.evaluate(() => navigator.clipboard.writeText('NODE_ENV=test\nexport TOKEN="a b"\n# no\n'))
  await page.getByRole('button', { name: 'Add variable' }).click()
  await page.getByLabel('Name 3').focus()
  await page.keyboard.press('ControlOrMeta+V')
  await page.getByRole('dialog', { name: 'Paste .env' }).getByRole('button', { name: 'Add 2 variables' }).click()
  await expect(page.getByLabel('Name 3')).toHaveValue('TOKEN')
  await expect(page.getByLabel('Value 3', { exact: true })).toHaveValue('a b')
  await expect(page.getByLabel('Value 1', { exact: true })).toHaveValue('test')
})

test('a busy button keeps its place, its name and the focus, and ignores presses', async ({ page }) => {
  await open(page, 'login')
  const button = page.getByRole('button', { name: 'Continue with GitHub' })
  const before = await button.boundingBox()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeFocused()
  expect(await button.boundingBox()).toEqual(before)
})

test('a table sorts, opens a row on click and selects all rows from the keyboard', async ({ page }) => {
  await open(page, 'dashboard')
  const names = page.locator('tbody td:nth-child(2)')
  await page.getByRole('button', { name: 'Price' }).click()
  const first = await names.allTextContents()
  await page.getByRole('button', { name: 'Price' }).click()
  expect(await names.allTextContents()).toEqual(first.toReversed())
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', /ascending|descending/)
  await page.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(7)
  await page.getByRole('row', { name: /cache/ }).click({ position: { x: 700, y: 20 } })
  await expect(page).toHaveURL(/\/instance\/cache$/)
})

test('one key skips to the main content', async ({ page }) => {
  await open(page, 'dashboard')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('fields take 400 characters by default [A5.13]', async ({ page }) => {
  await open(page, 'controls')
  for (const label of ['Name', 'Description']) {
    const field = page.getByRole('textbox', { name: label, exact: true })
    await field.focus()
    await page.keyboard.insertText('x'.repeat(401))
    await expect(field).toHaveValue('x'.repeat(400))
  }
})
