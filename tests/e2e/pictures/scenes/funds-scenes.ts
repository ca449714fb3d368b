import type { Page } from '@playwright/test'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { Overdue } from '../../../../src/contract/wire/money/overdue.ts'
import { defaultPermissions } from '../../../../src/rules/roles.ts'
import { respondTo } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene, Step } from '../scene.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

const withFunds = (funds: Partial<Overdue['funds']>): Step =>
  respondTo(/\/api\/organization\/[^/]+\/overdue$/, {
    overdue: funds.phase !== 'low',
    message: '',
    overdueReasons: [],
    overdueResponse: { environments: [] },
    funds: { phase: 'low', endsAt: null, stopsAt: null, dataUntil: null, ...funds },
  } satisfies Overdue)

const changed = (path: RegExp, change: (json: Record<string, unknown>) => object) => (page: Page) =>
  page.route(path, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: change(await response.json()) })
  })

const asViewer = changed(/\/api\/role\/[^/]+$/, (json) => ({
  ...json,
  roleGroup: 'viewer',
  permissions: defaultPermissions.viewer,
}))

const stopped: Partial<Instance> = {
  state: 'Closed',
  desiredState: 'closed',
  error: {
    code: 'fundsStopped',
    message:
      'The balance of the organisation is used up. It starts again when the balance is topped up; its volumes and addresses are kept meanwhile.',
    at: inHours(-2),
  },
}

const charged = ({ username }: Pick<Harbour, 'username'>): Scene[] => {
  const path = `/${username}/dashboard`
  const dataUntil = inHours(150)
  const scenes: Scene[] = [
    { name: 'funds-low', path, before: withFunds({ endsAt: inHours(20) }) },
    { name: 'funds-grace', path, before: withFunds({ phase: 'grace', stopsAt: inHours(11) }) },
    { name: 'funds-stopped', path, before: withFunds({ phase: 'stopped', dataUntil }) },
    { name: 'funds-removed', path, before: withFunds({ phase: 'removed' }) },
    {
      name: 'funds-stopped-viewer',
      path,
      before: async (page) => {
        await asViewer(page)
        await withFunds({ phase: 'stopped', dataUntil })(page)
      },
    },
  ]
  const act: Step = (page) =>
    page
      .getByText(/^(The balance ends|The balance is used up|Everything is stopped)/)
      .first()
      .waitFor()
  return scenes.map((scene) => ({ ...scene, act, isCharged: true }))
}

export const fundsScenes = (harbour: Harbour): Scene[] => [
  ...charged(harbour),
  {
    name: 'funds-stopped-instances',
    path: `/${harbour.username}/project/${harbour.shop._id}`,
    before: changed(/\/api\/compute-project\/[^/]+\/instances\?/, (json) => ({
      ...json,
      instances: (json.instances as Instance[]).map((instance) =>
        instance.state === 'Active' ? { ...instance, ...stopped } : instance,
      ),
    })),
  },
  {
    name: 'funds-stopped-instance',
    path: `/${harbour.username}/${harbour.shop._id}/${harbour.storefront._id}`,
    before: changed(/\/api\/compute-instance\/[\w-]{36}(\?.*)?$/, (json) => ({
      ...json,
      instance: { ...(json.instance as Instance), ...stopped },
    })),
  },
]
