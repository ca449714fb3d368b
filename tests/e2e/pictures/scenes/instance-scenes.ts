import type { Page } from '@playwright/test'
import { over, press } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const fill = (label: string, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).first().fill(text)

const inTurn =
  (...acts: ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const act of acts) await act(page)
  }

const select = (...names: string[]) =>
  inTurn(...names.map((name) => (page: Page) => page.getByRole('checkbox', { name: `Select ${name}` }).check()))

const pasteEnv = inTurn(
  press('Paste .env'),
  fill('Text of the file', 'MODE=calm\nGREETING=Ahoy\nAPI_TOKEN="4711"\nwrong line'),
)

const fillConfiguration = inTurn(
  fill('Value 1', 'one line'),
  (page) => page.getByLabel('Value 1', { exact: true }).press('Shift+Enter'),
  press('Add file'),
  fill('Path of file 1', '/etc/shop/site.conf'),
  fill('Content of file 1', 'listen 8080\nroot /srv/site\nlog_level info'),
  press('Autoscaling'),
  (page) => page.getByLabel('Scale automatically').check(),
  press('Add schedule'),
  press('Health check'),
  press('Start and stop'),
  press('Process'),
)

const ofDomain = (entry: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Actions of www.north-pier.test' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** Deployments and configurations of instances, and clusters. */
export const instanceScenes = ({ username, shop, guestbook, storefront, pair, cluster }: Harbour): Scene[] => {
  const at = (instance: { _id: string }, tab: string) => `/${username}/${shop._id}/${instance._id}/${tab}`
  const ofCluster = `/${username}/cluster/${cluster._id}`
  return [
    { name: 'instance-domains', path: at(storefront, 'domains') },
    { name: 'instance-domains-empty', path: at(pair, 'domains') },
    over('add-domain', at(pair, 'domains'), press('Add domain')),
    over('add-domain-types', at(pair, 'domains'), async (page) => {
      await press('Add domain')(page)
      await page.getByRole('combobox', { name: 'Type' }).click()
    }),
    over('domain-settings', at(storefront, 'domains'), ofDomain('Settings')),
    over('upload-certificate', at(storefront, 'domains'), ofDomain('Upload certificate')),
    over('remove-domain', at(storefront, 'domains'), ofDomain('Remove domain')),
    { name: 'instance-metrics', path: at(guestbook, 'metrics') },
    { name: 'instance-metrics-table', path: at(guestbook, 'metrics'), act: press('Table of CPU') },
    {
      name: 'instance-metrics-unknown-service',
      path: `${at(guestbook, 'metrics')}?service=unknown`,
      act: (page) => page.getByText('No such service').waitFor(),
    },
    { name: 'instance-metrics-window', path: at(guestbook, 'metrics'), act: press('Pause') },
    { name: 'instance-scaling', path: at(guestbook, 'scaling') },
    over('autoscaling-rules', at(guestbook, 'scaling'), inTurn(press('Add rules to app'), press('Add schedule'))),
    { name: 'instance-deployments', path: at(guestbook, 'deployments') },
    { name: 'instance-comparison', path: at(guestbook, 'deployments?from=1&to=2') },
    { name: 'instance-services', path: at(pair, '').slice(0, -1) },
    { name: 'instance-configuration', path: at(storefront, 'configuration') },
    { name: 'instance-configuration-file', path: at(storefront, 'configuration?file=shown') },
    { name: 'instance-configuration-filled', path: at(pair, 'configuration'), act: fillConfiguration },
    {
      name: 'instance-configuration-changed',
      path: at(storefront, 'configuration'),
      act: inTurn(fill('Container image', ''), press('Save and deploy')),
    },
    over('paste-env', at(storefront, 'configuration'), pasteEnv),
    over('variable-group', `/${username}/project/${shop._id}?show=variables`, press('New group')),
    { name: 'project-selected', path: `/${username}/project/${shop._id}`, act: select('storefront', 'guestbook') },
    { name: 'cluster', path: ofCluster },
    { name: 'cluster-missing', path: `/${username}/cluster/nothing` },
    over('restart-instance', at(storefront, 'settings'), press('Restart instance')),
    over('scale-instance', at(pair, ''), inTurn(press('Scale'), press('Increase Replicas of web'))),
    over('health-check', at(storefront, 'settings'), press('Change health check of app')),
    over('redeploy-instance', at(storefront, 'deployments'), press('Deploy again')),
    over('roll-back', at(guestbook, 'deployments'), async (page) => {
      await page.getByRole('button', { name: 'Actions of deployment 1' }).click()
      await page.getByRole('menuitem', { name: 'Roll back to this' }).click()
    }),
    over(
      'save-configuration',
      at(storefront, 'configuration'),
      inTurn(fill('Container image', 'longshore/hello:2'), press('Increase Replicas'), press('Save and deploy')),
    ),
    over('bulk-move', `/${username}/project/${shop._id}`, inTurn(select('storefront', 'guestbook'), press('Move'))),
    over('group-values', `/${username}/project/${shop._id}?show=variables`, press('Show values of shared')),
    over('bulk-action', `/${username}/project/${shop._id}`, inTurn(select('storefront', 'guestbook'), press('Delete'))),
    over('lease-address', `/${username}/project/${shop._id}`, async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Lease a static address' }).click()
    }),
    over('release-address', `/${username}/project/${shop._id}?show=network`, async (page) => {
      await page.getByRole('button', { name: /^Actions of address/ }).click()
      await page.getByRole('menuitem', { name: 'Release address' }).click()
    }),
    over('delete-cluster', ofCluster, async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Delete cluster' }).click()
    }),
  ]
}
