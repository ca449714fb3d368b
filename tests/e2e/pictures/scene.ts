import type { Page } from '@playwright/test'

/** One screenshot: a URL, and the actions before it is taken. */
export interface Scene {
  name: string
  path: string
  /** The URL in the screenshot, when the actions lead to another page. */
  shows?: string
  /** Seen by a user who is not signed in. */
  isOutside?: true
  /** A dialog or menu is open: the screenshot shows the viewport, not the whole page. */
  isOver?: true
  /** Prepares the page before the first request. */
  before?: (page: Page) => Promise<void>
  act?: (page: Page) => Promise<void>
  after?: (page: Page) => Promise<void>
}
