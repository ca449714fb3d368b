import { expect, test } from './fixtures/console-test.ts'
import { signUpAndOpenDashboard } from './fixtures/users.ts'

test('a page that scrolls under an open menu does not move the menu away from the pointer', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 560 })
  await signUpAndOpenDashboard(page)
  await page.getByRole('button', { name: 'Account' }).click()
  const item = page.getByRole('menuitemcheckbox', { name: 'Light' })
  await item.hover()
  await page.mouse.down()
  const [scrolled, moved] = await item.evaluate((pressed) => {
    const before = pressed.getBoundingClientRect().top
    window.scrollTo({ top: 40, behavior: 'instant' })
    return [window.scrollY, pressed.getBoundingClientRect().top - before]
  })
  expect(scrolled).toBe(40)
  expect(moved).toBeCloseTo(0)
  await page.mouse.up()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
})
