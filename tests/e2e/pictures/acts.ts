import type { Page } from '@playwright/test'

/** What people, and bad days, do to a page before its picture is taken. */
export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()

/** Calls of this kind find no answer, or a bad one. */
export const failing = (path: string) => async (page: Page) => {
  await page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: { error: 'unexpected', message: 'Something went wrong. Please try again after some time.' },
    }),
  )
  await page.reload()
}

export const waiting = (path: string) => async (page: Page) => {
  await page.route(path, () => {})
  await page.reload()
}
