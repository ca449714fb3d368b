import type { Page } from '@playwright/test'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const log = (page: Page) => page.getByRole('region', { name: /^Instance logs of/ })
/** Presses a tool of the log directly, or in the menu that holds it on a narrow screen. */
const tool = (name: string) => async (page: Page) => {
  const button = page.getByRole('button', { name, exact: true })
  if (await button.isVisible()) await button.click()
  else await page.getByRole('button', { name: 'More log tools' }).click()
}

const chooseThree = async (page: Page) => {
  await log(page)
    .getByText(/^tick \d+ at/)
    .first()
    .waitFor()
  await log(page).press('Home')
  for (let press = 0; press < 3; press += 1) await log(page).press('Shift+ArrowDown')
}

const failing = async (page: Page) => {
  await page.route('**/logs/range*', (route) => route.abort())
  await page.reload()
  await page.getByText('Some lines could not be loaded').waitFor()
}

/** The log of a worker that prints several lines a second. */
export const logScenes = ({ username, shop, worker, storefront, pair }: Harbour): Scene[] => {
  const path = `/${username}/${shop._id}/${worker._id}/logs/instance-logs`
  const next = (page: Page) => page.getByRole('button', { name: 'Next match' }).click()
  return [
    { name: 'logs-search', path: `${path}?q=TICK 1`, act: next },
    { name: 'logs-search-nothing', path: `${path}?q=shipwreck&case=1` },
    { name: 'logs-search-fault', path: `${path}?q=tick+(1&re=1` },
    { name: 'logs-filter', path: `${path}?q=tick+\\d*7+at&re=1&only=1` },
    { name: 'logs-replicas', path: `/${username}/${shop._id}/${pair._id}/logs/instance-logs` },
    {
      name: 'logs-replicas-filter',
      path: `/${username}/${shop._id}/${pair._id}/logs/instance-logs`,
      isOver: true,
      act: (page) => page.getByRole('button', { name: 'Replicas: All replicas' }).click(),
    },
    { name: 'logs-line', path: `${path}?line=12` },
    { name: 'logs-line-unknown', path: `${path}?line=123456` },
    { name: 'logs-failed', path: `${path}?line=123456`, act: failing },
    { name: 'logs-display', path, isOver: true, act: tool('Display') },
    { name: 'logs-download', path, isOver: true, act: tool('Download') },
    {
      name: 'logs-jump',
      path,
      isOver: true,
      act: (page) => page.getByRole('button', { name: 'Jump to a time' }).click(),
    },
    { name: 'logs-chosen', path, act: chooseThree },
    {
      name: 'logs-cleared',
      path: `/${username}/${shop._id}/${storefront._id}/logs/deployment-logs`,
      act: tool('Clear'),
    },
  ]
}
