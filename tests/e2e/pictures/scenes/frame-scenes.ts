import type { Page } from '@playwright/test'
import { over, press } from '../actions.ts'
import type { Company } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const outside: Scene[] = [
  { name: 'login', path: '/login', isOutside: true },
  { name: 'login-wallet', path: '/login/wallet', isOutside: true },
  { name: 'signup', path: '/signup', isOutside: true },
  { name: 'not-found-signed-out', path: '/nowhere/at/all/really', isOutside: true },
]

/** Responds as a container engine whose operator has not run `npm run protect` yet. */
const unprotected = async (page: Page) => {
  await page.route('**/api/configuration', async (route) => {
    const original = await route.fetch()
    const json = await original.json()
    const isolation = 'Workloads can reach this machine and the cloud metadata service.'
    const measured = { betweenInstances: 'blocked', host: 'reachable', controlPlane: 'blocked', metadata: 'reachable' }
    const found = { isolation, measured: { ...measured, measuredAt: new Date().toISOString() } }
    const safe = { ...found.measured, host: 'blocked', metadata: 'blocked' }
    const engines = [
      { kind: 'docker', title: 'This machine', regions: ['us-west'], ...found },
      { kind: 'docker', title: 'Machine paris', regions: ['paris', 'paris-gpu'], isolation: '', measured: safe },
    ]
    await route.fulfill({ response: original, json: { ...json, engine: { name: 'docker', ...found }, engines } })
  })
}

const networkAccess = async (page: Page) => {
  await page.getByText('Runs containers').click()
  await press('Network access')(page)
  await page.getByRole('dialog', { name: 'Network access of instances' }).waitFor()
}

/** The frame of the console with its menus, and the pages before sign-in. */
export const frameScenes = ({ username }: Company): Scene[] => [
  ...outside,
  { name: 'new-organisation', path: '/create-new-organisation' },
  { name: 'not-found', path: '/nowhere/at/all/really' },
  over('isolation', `/${username}/dashboard`, networkAccess, unprotected),
  { name: 'menu-person', path: `/${username}/dashboard`, isOver: true, act: press('Account') },
  {
    name: 'menu-organisations',
    path: `/${username}/dashboard`,
    isOver: true,
    act: (page) => page.getByRole('button', { name: /^Organisation:/ }).click(),
  },
  {
    name: 'menu-notifications',
    path: `/${username}/dashboard`,
    isOver: true,
    act: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first().waitFor()
    },
  },
]
