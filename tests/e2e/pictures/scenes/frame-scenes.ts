import { press } from '../acts.ts'
import type { Company } from '../made-up-harbour.ts'
import type { Scene } from '../scene.ts'

const outside: Scene[] = [
  { name: 'login', path: '/login', isOutside: true },
  { name: 'login-wallet', path: '/login/wallet', isOutside: true },
  { name: 'signup', path: '/signup', isOutside: true },
  { name: 'not-found-signed-out', path: '/nowhere/at/all/really', isOutside: true },
]

/** The frame of the console with its menus, and what stands before signing in. */
export const frameScenes = ({ username }: Company): Scene[] => [
  ...outside,
  { name: 'new-organisation', path: '/create-new-organisation' },
  { name: 'not-found', path: '/nowhere/at/all/really' },
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
