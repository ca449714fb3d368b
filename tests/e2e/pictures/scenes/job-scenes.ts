import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import { deploymentTopic } from '../../../../src/contract/topics.ts'
import type { Job, Run } from '../../../../src/contract/wire/jobs/job.ts'
import { over, press, respondTo, waiting } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const withContainers = (page: Page) =>
  page.route('**/api/configuration*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const engines = json.engines.map((engine: object) => ({ ...engine, kind: 'docker' }))
    await route.fulfill({ response, json: { ...json, engines } })
  })

const jobs = (instanceId: string): Job[] =>
  [
    {
      name: 'Nightly backup',
      command: ['pg_dump', '--format=custom', 'shop'],
      schedule: '30 2 * * *',
      timeZone: 'Europe/Berlin',
      nextAt: ago(-600),
      lastRun: { _id: id(3), state: 'Succeeded', createdAt: ago(840) },
    },
    {
      name: 'Send reminders',
      command: ['npm', 'run', 'reminders'],
      schedule: '*/15 * * * 1-5',
      timeZone: 'UTC',
      nextAt: ago(-4),
      lastRun: { _id: id(2), state: 'Failed', createdAt: ago(11) },
      consecutiveFailures: 3,
    },
    { name: 'Yearly report', command: ['report'], schedule: '0 6 1 1 *', timeZone: 'Asia/Tokyo', enabled: false },
  ].map(
    (job, at) =>
      ({
        _id: id(at + 1),
        instanceId,
        service: 'app',
        overlap: 'forbid',
        timeoutSeconds: 3600,
        keptRuns: 20,
        notifyOnFailure: true,
        enabled: true,
        nextAt: null,
        lastRun: null,
        consecutiveFailures: 0,
        createdAt: ago(50_000),
        ...job,
      }) as Job,
  )

const runOf = (instanceId: string, run: Partial<Run>): Run =>
  ({
    _id: id(1),
    instanceId,
    deploymentId: id(9),
    deploymentNumber: 4,
    job: null,
    service: 'app',
    command: ['npm', 'run', 'migrate'],
    state: 'Succeeded',
    exitCode: 0,
    error: null,
    timeoutSeconds: 3600,
    logName: `run-${id(1)}`,
    author: { userId: id(8), name: 'Ada Lovelace' },
    cancelRequested: false,
    scheduledAt: null,
    createdAt: ago(30),
    startedAt: ago(30),
    endedAt: ago(29),
    ...run,
  }) as Run

const runs = (instanceId: string): Run[] => [
  runOf(instanceId, { state: 'Running', exitCode: null, createdAt: ago(2), startedAt: ago(2), endedAt: null }),
  runOf(instanceId, {
    _id: id(2) as Run['_id'],
    command: ['npm', 'run', 'reminders'],
    state: 'Failed',
    exitCode: 1,
    error: { code: 'exited', message: 'The command exited with code 1.' },
    author: null,
    job: { _id: id(2) as Job['_id'], name: 'Send reminders' },
    scheduledAt: ago(11),
    createdAt: ago(11),
  }),
  runOf(instanceId, {
    _id: id(3) as Run['_id'],
    command: ['pg_dump', '--format=custom', 'shop'],
    author: null,
    job: { _id: id(1) as Job['_id'], name: 'Nightly backup' },
    createdAt: ago(840),
    startedAt: ago(840),
    endedAt: ago(827),
  }),
]

const prepared =
  (instanceId: string, filled: boolean, shown = 'Runs') =>
  async (page: Page) => {
    await withContainers(page)
    const listed = filled ? runs(instanceId) : []
    const [, failed = runOf(instanceId, {})] = runs(instanceId)
    await respondTo(/\/api\/.*\/runs(\?|$)/, {
      runs: listed,
      totalCount: listed.length,
    } satisfies ResponseOf<'readRuns'>)(page)
    await respondTo(/\/api\/.*\/runs\/[\w-]+$/, { run: failed } satisfies ResponseOf<'readRun'>)(page)
    await respondTo(/\/api\/.*\/jobs$/, { jobs: filled ? jobs(instanceId) : [] } satisfies ResponseOf<'readJobs'>)(page)
    await page.reload()
    await page.getByText(shown, { exact: true }).first().waitFor()
  }

/** Shows the log of a real worker as that of the run: the process engine of the pictures has no runs. */
const withLogOf = async (page: Page, { desiredDeployment }: Harbour['worker']) => {
  if (!desiredDeployment) throw new Error('The worker has no deployment.')
  const shown = deploymentTopic(id(9), 'runLogs', `run-${id(1)}`)
  const real = deploymentTopic(desiredDeployment, 'instanceLogs')
  await page.routeWebSocket('**/socket.io/**', (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(String(message).replaceAll(shown, real)))
    server.onMessage((message) => socket.send(String(message).replaceAll(real, shown)))
  })
}

const inMenu = (button: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Jobs, runs and the deploy hook of an instance. */
export const jobScenes = ({ username, shop, storefront, worker }: Harbour): Scene[] => {
  const at = (tab: string) => `/${username}/${shop._id}/${storefront._id}/${tab}`
  const withJobs = (act: (page: Page) => Promise<void>) => async (page: Page) => {
    await prepared(storefront._id, true)(page)
    await act(page)
    await page.getByRole('dialog').waitFor()
  }
  const withHook = async (page: Page) => {
    await respondTo(/\/api\/.*\/deploy-hook$/, {
      deployHook: {
        signatureRequired: true,
        createdAt: ago(9000),
        lastUsedAt: ago(40),
        lastResult: 'The saved configuration is being deployed.',
      },
    } satisfies ResponseOf<'readDeployHook'>)(page)
    await page.reload()
  }
  return [
    { name: 'instance-jobs', path: at('jobs'), act: prepared(storefront._id, true) },
    { name: 'instance-jobs-empty', path: at('jobs'), act: prepared(storefront._id, false) },
    { name: 'instance-jobs-processes', path: at('jobs') },
    {
      name: 'instance-jobs-loading',
      path: at('jobs'),
      act: async (page) => {
        await withContainers(page)
        await waiting('**/api/**/{jobs,runs*}')(page)
      },
    },
    {
      name: 'instance-run',
      path: at(`jobs/runs/${id(2)}`),
      act: async (page) => {
        await withLogOf(page, worker)
        await prepared(storefront._id, true, 'Exit code')(page)
        await page
          .getByText(/^tick \d+ at/)
          .first()
          .waitFor()
      },
    },
    { name: 'instance-run-missing', path: at('jobs/runs/nothing') },
    { name: 'instance-settings-hook', path: at('settings'), act: withHook },
    over('run-command', at('jobs'), withJobs(press('Run command'))),
    over('create-job', at('jobs'), withJobs(press('Create job'))),
    over('edit-job', at('jobs'), withJobs(inMenu('Actions of Nightly backup', 'Edit job'))),
    over('delete-job', at('jobs'), withJobs(inMenu('Actions of Nightly backup', 'Delete job'))),
    over('create-deploy-hook', at('settings'), press('Create hook')),
    over('delete-deploy-hook', at('settings'), async (page) => {
      await withHook(page)
      await press('Delete hook')(page)
    }),
    over('deploy-hook-created', at('settings'), async (page) => {
      await page.route('**/deploy-hook', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              json: {
                url: 'https://cloud.example.org/api/deploy-hook/wPzq0nYk3o9tq0wE4m8nH1cB7fJ2sL5vR6xT9yU0aZk',
                signingSecret: 'rT9yU0aZkwPzq0nYk3o9tq0wE4m8nH1cB7fJ2sL5vR6',
                deployHook: { signatureRequired: false, createdAt: ago(0), lastUsedAt: null, lastResult: '' },
              },
            })
          : route.fallback(),
      )
      await press('Create hook')(page)
      await press('Create')(page)
    }),
  ]
}
