import type { Page } from '@playwright/test'

/** One screenshot: a URL, and the actions before it is taken. */
export interface Scene {
  name: string
  path: string
  /** Seen by a user who is not signed in. */
  isOutside?: true
  /** Taken on a control plane that charges test money. */
  isCharged?: true
  /** A dialog or menu is open: the screenshot shows the viewport, not the whole page. */
  isOver?: true
  /** Prepares the page before the first request. A check shows scenes with the same preparation in one page. */
  before?: Step
  act?: Step
  after?: Step
}

export type Step = (page: Page) => Promise<unknown>
