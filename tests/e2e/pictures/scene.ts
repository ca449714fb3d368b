import type { Page } from '@playwright/test'

/** One picture: an address, and what a person does there before it is taken. */
export interface Scene {
  name: string
  path: string
  /** The address that is in the picture, where what is done leads elsewhere. */
  shows?: string
  /** Seen by somebody who is not signed in. */
  isOutside?: true
  /** A dialog or menu is open: the picture is of the screen, and not of the whole page. */
  isOver?: true
  /** What holds from the first request on. */
  before?: (page: Page) => Promise<void>
  act?: (page: Page) => Promise<void>
  after?: (page: Page) => Promise<void>
}
