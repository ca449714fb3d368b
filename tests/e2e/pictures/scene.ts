import type { Page } from '@playwright/test'

/** One picture: an address, and what a person does there before it is taken. */
export interface Scene {
  name: string
  path: string
  /** Seen by somebody who is not signed in. */
  isOutside?: true
  /** A dialog or menu is open: the picture is of the screen, and not of the whole page. */
  isOver?: true
  act?: (page: Page) => Promise<void>
  after?: (page: Page) => Promise<void>
}
