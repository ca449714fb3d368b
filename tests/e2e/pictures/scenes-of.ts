import type { Page } from '@playwright/test'
import type { Project } from '../../../src/contract/wire/compute.ts'
import { deployInstance } from '../fixtures/compute.ts'
import { callAs } from '../fixtures/users.ts'
import { failing, over, press, waiting } from './actions.ts'
import type { Company, Harbour } from './sample-harbour.ts'
import type { Team } from './sample-team.ts'
import type { Scene } from './scene.ts'
import { alertScenes } from './scenes/alert-scenes.ts'
import { billingScenes } from './scenes/billing-scenes.ts'
import { domainScenes } from './scenes/domain-scenes.ts'
import { factorScenes } from './scenes/factor-scenes.ts'
import { frameScenes } from './scenes/frame-scenes.ts'
import { fundsScenes } from './scenes/funds-scenes.ts'
import { healthScenes } from './scenes/health-scenes.ts'
import { instanceScenes } from './scenes/instance-scenes.ts'
import { inviteScenes } from './scenes/invite-scenes.ts'
import { jobScenes } from './scenes/job-scenes.ts'
import { logScenes } from './scenes/log-scenes.ts'
import { metricScenes } from './scenes/metric-scenes.ts'
import { publicInstanceScenes, publicScenes } from './scenes/public-scenes.ts'
import { referralScenes } from './scenes/referral-scenes.ts'
import { settingsScenes } from './scenes/settings-scenes.ts'
import { shellScenes } from './scenes/shell-scenes.ts'
import { teamScenes } from './scenes/team-scenes.ts'
import { timelineScenes } from './scenes/timeline-scenes.ts'
import { userScenes } from './scenes/user-scenes.ts'
import { volumeScenes } from './scenes/volume-scenes.ts'

/** The scenes before sign-in, of the user, and of the organisation's members and settings, by subject. */
export const accountScenes = {
  frame: frameScenes,
  user: () => userScenes,
  factors: () => factorScenes,
  team: teamScenes,
  settings: settingsScenes,
  invitations: (_, team) => inviteScenes(team),
  public: publicScenes,
  referrals: () => referralScenes,
} satisfies Record<string, (company: Company, team: Team) => Scene[]>

export const scenesOf = (harbour: Harbour, team: Team): Scene[] => [
  ...Object.values(accountScenes).flatMap((scenes) => scenes(harbour, team)),
  ...publicInstanceScenes(harbour),
  ...projects(harbour),
  ...wizard(harbour),
  ...instances(harbour),
  ...instanceScenes(harbour),
  ...domainScenes(harbour),
  ...healthScenes(harbour),
  ...metricScenes(harbour),
  ...timelineScenes(harbour),
  ...jobScenes(harbour),
  ...alertScenes(harbour),
  ...billingScenes(harbour),
  ...fundsScenes(harbour),
  ...shellScenes(harbour),
  ...volumeScenes(harbour),
  ...logScenes(harbour),
  ...modals(harbour),
]

const choose = (button: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

const projects = ({ username, shop, empty }: Harbour): Scene[] => [
  { name: 'dashboard', path: `/${username}/dashboard` },
  { name: 'dashboard-loading', path: `/${username}/dashboard`, act: waiting('**/compute-projects*') },
  { name: 'dashboard-failed', path: `/${username}/dashboard`, act: failing('**/compute-projects*') },
  { name: 'project', path: `/${username}/project/${shop._id}` },
  { name: 'project-filtered', path: `/${username}/project/${shop._id}?state=Active&sort=-price` },
  { name: 'project-loading', path: `/${username}/project/${shop._id}`, act: waiting('**/instances*') },
  ...['network', 'variables', 'usage'].map((show) => ({
    name: `project-${show}`,
    path: `/${username}/project/${shop._id}?show=${show}`,
  })),
  { name: 'project-network-empty', path: `/${username}/project/${empty._id}?show=network` },
  { name: 'project-empty', path: `/${username}/project/${empty._id}` },
  { name: 'project-missing', path: `/${username}/project/nothing` },
]

const compose = `services:
  web:
    image: longshore/hello:1
    privileged: true
    ports: ["8080:8080"]
    depends_on: [db]
  db:
    image: postgres:17
    volumes: ["data:/var/lib/postgresql/data"]
volumes:
  data: {}
`

const openCompose = (page: Page) =>
  page
    .getByLabel('Configuration file', { exact: true })
    .and(page.locator('input[type="file"]'))
    .setInputFiles({ name: 'compose.yaml', mimeType: 'text/yaml', buffer: Buffer.from(compose) })

const wizard = ({ username, empty }: Harbour): Scene[] => {
  const at = (query: string) => `/${username}/${empty._id}/new-instance?${query}`
  return [
    { name: 'wizard-0-project-missing', path: `/${username}/billing/new-instance` },
    { name: 'wizard-1-what', path: at('template=longshore-guestbook') },
    { name: 'wizard-1-search', path: at('search=data') },
    { name: 'wizard-1-image', path: at('from=image&image=ghcr.io/north-pier/shop:4') },
    { name: 'wizard-1-cluster', path: at('from=cluster&clusterUrl=https://github.com/north-pier/shop.git') },
    { name: 'wizard-2-where', path: at('step=where&template=longshore-guestbook') },
    { name: 'wizard-3-how-much', path: at('step=how-much&template=longshore-guestbook&cpu=1.5&ram=3&plan=custom-id') },
    { name: 'wizard-4-how', path: at('step=how&template=longshore-guestbook') },
    { name: 'wizard-4-faults', path: at('step=how&template=pgadmin'), act: press('Continue') },
    { name: 'wizard-4-version', path: at('step=how&template=postgres') },
    { name: 'wizard-1-services', path: at('type=multiservice&from=image') },
    { name: 'wizard-1-file', path: at('type=multiservice&from=file'), act: press('Insert an example') },
    { name: 'wizard-1-compose', path: at('type=multiservice&from=file'), act: openCompose },
    {
      name: 'wizard-3-storage',
      path: at('step=how-much&from=image&image=longshore/hello:1&count=2&volume=beta2&mount=/data'),
    },
    { name: 'wizard-3-sizes', path: at('type=multiservice&step=how-much&template=longshore-web-worker') },
    { name: 'wizard-4-services', path: at('type=multiservice&step=how&file=shown&template=longshore-web-worker') },
    { name: 'wizard-4-form', path: at('type=multiservice&step=how&template=longshore-web-worker') },
    { name: 'wizard-5-services', path: at('type=multiservice&step=review&template=longshore-web-worker') },
    { name: 'wizard-5-review', path: at('step=review&template=longshore-guestbook') },
  ]
}

const instances = ({ username, shop, storefront, worker, failed, closed }: Harbour): Scene[] => {
  const at = (instance: { _id: string }, tab = '') => `/${username}/${shop._id}/${instance._id}${tab}`
  return [
    { name: 'instance-active', path: at(storefront), act: press('Reveal GREETING') },
    starting(username, shop),
    { name: 'instance-failed', path: at(failed) },
    { name: 'instance-closed', path: at(closed) },
    { name: 'instance-missing', path: at({ _id: 'nothing' }) },
    { name: 'instance-loading', path: at(storefront), act: waiting('**/compute-instance/*') },
    { name: 'logs-deployment', path: at(storefront, '/logs/deployment-logs') },
    { name: 'logs-instance', path: at(worker, '/logs/instance-logs') },
    { name: 'logs-shell-commands', path: at(storefront, '/logs/shell-commands') },
    { name: 'logs-events', path: at(closed, '/logs/instance-events') },
    { name: 'instance-settings', path: at(storefront, '/settings') },
  ]
}

/** An instance that waits for a port on which its program never listens. */
const starting = (username: string, shop: Project): Scene => {
  let made = ''
  return {
    name: 'instance-starting',
    path: `/${username}/project/${shop._id}`,
    act: async (page) => {
      const { _id } = await deployInstance(page, shop, { name: 'search', image: 'longshore/clock:1' })
      made = _id
      await page.goto(`/${username}/${shop._id}/${made}`)
      await page.getByText('Waiting for port').first().waitFor()
    },
    after: async (page) => {
      await callAs(page, 'DELETE', `compute-instance/${made}`)
    },
  }
}

const modals = ({ username, shop, empty, storefront }: Harbour): Scene[] => {
  const settings = `/${username}/${shop._id}/${storefront._id}/settings`
  return [
    over('create-project', `/${username}/dashboard`, press('New project')),
    over('archive-project', `/${username}/project/${empty._id}`, choose('More actions', 'Archive project')),
    over('archive-project-refused', `/${username}/project/${shop._id}`, choose('More actions', 'Archive project')),
    { name: 'dashboard-archived', path: `/${username}/dashboard?projects=archived` },
    over('delete-project', `/${username}/project/${empty._id}`, choose('More actions', 'Delete project')),
    over('delete-project-refused', `/${username}/project/${shop._id}`, choose('More actions', 'Delete project')),
    over('close-instance', settings, press('Close instance')),
    over('delete-instance', settings, press('Delete instance')),
    over('change-name', settings, press('Change name')),
    over('duplicate-instance', settings, choose('More actions', 'Duplicate instance')),
    over('move-instance', settings, choose('More actions', 'Move to another project')),
    over(
      'credentials',
      `/${username}/${empty._id}/new-instance?from=image&image=ghcr.io/north-pier/shop:4`,
      press('Add credentials'),
    ),
    over(
      'redeploy-switch',
      `/${username}/${shop._id}/new-instance?template=longshore-hello&redeploy=${storefront._id}`,
      async (page) => page.getByRole('radio', { name: 'Guestbook' }).click(),
    ),
    over('brackets', `/${username}/${empty._id}/new-instance?step=how-much`, press('Bracket system')),
    over('palette', `/${username}/dashboard`, (page) => page.keyboard.press('Control+k')),
    over('shortcuts', `/${username}/dashboard`, (page) => page.keyboard.press('?')),
  ]
}
