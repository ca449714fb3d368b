import type { Page } from '@playwright/test'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

/** Only container engines have shells, so the pictures show the configuration of one. */
const withContainers = async (page: Page) => {
  await page.route('**/api/configuration*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const engines = json.engines.map((engine: object) => ({ ...engine, kind: 'docker' }))
    await route.fulfill({ response, json: { ...json, engines } })
  })
  await page.reload()
  await page.getByRole('button', { name: /Open (shell|files)/ }).waitFor()
}

/** `tests/e2e/instance-shell.e2e.ts` shows terminals of real containers. */
export const shellScenes = ({ username, shop, storefront }: Harbour): Scene[] => {
  const path = `/${username}/${shop._id}/${storefront._id}/shell`
  return [
    { name: 'instance-shell', path, act: withContainers },
    { name: 'instance-shell-files', path: `${path}?view=files`, act: withContainers },
    { name: 'instance-shell-without-containers', path },
  ]
}
