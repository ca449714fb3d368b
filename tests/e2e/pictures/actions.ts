import type { Page } from '@playwright/test'
import { signIn } from '../fixtures/users.ts'
import type { Scene, Step } from './scene.ts'

/** Actions on a page, and failures of it, before its screenshot is taken. */
export const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()

/** Responds to matching calls with status 500. */
export const failWith500 = (path: string) => async (page: Page) => {
  await page.route(path, (route) =>
    route.fulfill({
      status: 500,
      json: { error: 'unexpected', message: 'Something went wrong. Please try again after some time.' },
    }),
  )
}

export const failing = (path: string) => async (page: Page) => {
  await failWith500(path)(page)
  await page.reload()
}

/** Leaves matching calls without a response. */
export const waiting = (path: string) => async (page: Page) => {
  await page.route(path, () => {})
  await page.reload()
}

/** A dialog or a menu over a page. */
export const over = (name: string, path: string, act: Step, before?: Step): Scene => ({
  name: `modal-${name}`,
  path,
  act,
  isOver: true,
  ...(before && { before }),
})

/** Shows a scene as another user sees it, who signs in for it and out again. */
export const seenBy = (memberName: string, scene: Scene): Scene => ({
  ...scene,
  isOutside: true,
  before: async (page) => {
    await signIn(page, memberName)
    await scene.before?.(page)
  },
  after: async (page) => {
    await page.evaluate(() => localStorage.removeItem('jwt-token'))
    await page.context().clearCookies()
  },
})

/** Shows a response of a state that the sample instances are not in, such as that of another engine. */
export const respondTo = (path: RegExp, json: object) => (page: Page) =>
  page.route(path, (route) => (route.request().method() === 'GET' ? route.fulfill({ json }) : route.fallback()))
