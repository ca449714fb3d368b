import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { InstanceEvent, InstanceEventKind } from '../../../../src/contract/wire/instance/instance-event.ts'
import { respondTo } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const id = (number: number) => `0197a2c4-0000-7000-8000-${String(number).padStart(12, '0')}`
const lastLines = [
  'Reading /etc/shop/site.conf',
  "error: connect ECONNREFUSED 10.99.4.2:5432, after 3 attempts to reach 'database'",
  '    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1705:16)',
]
const looped = 'Crash loop: 2 exits in a row, the last with code 1. See its last log lines for the reason.'

const sample = (instanceId: string): InstanceEvent[] => {
  const rows: [InstanceEventKind, InstanceEvent['data'], (string | null)?][] = [
    ['replicaExited', { index: 0, attempts: 2, code: 'crashLoop', message: looped, lastLines }],
    ['replicaReady', { index: 0 }],
    ['replicaStarted', { index: 0 }],
    ['replicaExited', { index: 0, attempts: 1, code: 'exited', message: 'The program exited with code 1.' }],
    ['runSucceeded', { run: id(90), exitCode: 0 }],
    ['volumeFilling', { volume: 'uploads', usedBytes: 8.2e9, sizeBytes: 9e9 }],
    ['trafficSwitched', { number: 4, replaced: 3 }],
    ['replicaReady', { index: 1 }],
    ['replicaReady', { index: 0 }],
    ['releaseSucceeded', {}],
    ['releaseStarted', {}],
    ['deploymentCreated', { number: 4, reason: 'update', repeats: null }, 'Ada Harbour'],
    ['instanceRenamed', { before: 'shop-2', after: 'storefront' }, 'Ada Harbour'],
  ]
  return rows.map(([kind, data, actor = null], index) => ({
    _id: id(index),
    kind,
    instanceId: instanceId as InstanceEvent['instanceId'],
    actor: actor === null ? null : { userId: id(99) as NonNullable<InstanceEvent['actor']>['userId'], name: actor },
    deploymentId: kind === 'instanceRenamed' ? null : (id(80) as InstanceEvent['deploymentId']),
    replicaId: null,
    service: kind.startsWith('replica') ? 'web' : '',
    data,
    at: new Date(Date.now() - (2 + index * 7) * 60_000).toISOString(),
  }))
}

/** The timeline of an instance. */
export const timelineScenes = ({ username, shop, storefront, guestbook }: Harbour): Scene[] => {
  const at = (instance: { _id: string }, query = '') => `/${username}/${shop._id}/${instance._id}/timeline${query}`
  const events = sample(storefront._id)
  return [
    { name: 'instance-timeline', path: at(guestbook) },
    {
      name: 'instance-timeline-linked',
      path: at(storefront, `?event=${id(6)}`),
      act: async (page) => {
        await respondTo(/\/events\?/, {
          events,
          totalCount: 320,
          skip: 50,
        } satisfies ResponseOf<'readInstanceEvents'>)(page)
        await page.reload()
        await page.getByText('Crash loop: web 1').first().waitFor()
      },
    },
    {
      name: 'instance-timeline-crash-loop',
      path: at(storefront),
      act: async (page) => {
        await respondTo(/\/events\?/, {
          events,
          totalCount: events.length,
          skip: 0,
        } satisfies ResponseOf<'readInstanceEvents'>)(page)
        await page.reload()
        await page.getByText('All 4 events').click()
      },
    },
    { name: 'instance-timeline-empty', path: at(storefront, '?subject=jobs') },
    { name: 'instance-timeline-missing', path: at(storefront, `?event=${id(3)}`) },
  ]
}
