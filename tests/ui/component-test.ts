import { test as base } from '@playwright/test'
import { type ComponentPageServer, serveComponentPage } from './serve-component-page.ts'

export { expect } from '@playwright/test'

/** Gives each worker the page of components, built once; URLs in tests are paths on it. */
export const test = base.extend<object, { components: ComponentPageServer }>({
  components: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from the pattern
    async ({}, use) => {
      const components = await serveComponentPage()
      await use(components)
      await components.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ components }, use) => use(components.url),
})
