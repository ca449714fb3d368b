import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { Delivery } from '../../../../src/contract/wire/alerts/alert-delivery.ts'
import type { Incident } from '../../../../src/contract/wire/alerts/incident.ts'
import { failing, over, press, respondTo, waiting } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const id = (number: number) => `0197a2c4-0000-7000-8000-${String(number).padStart(12, '0')}`
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const incident = (number: number, fields: Partial<Incident>): Incident => ({
  _id: id(number) as Incident['_id'],
  alertId: id(50) as Incident['alertId'],
  alertName: 'Memory of the shop',
  ruleKind: 'metric',
  severity: 'critical',
  isMuted: false,
  projectId: null,
  instanceId: null,
  instanceName: 'storefront',
  service: 'web',
  summary: 'Memory of web of storefront is 480 MiB, above 450 MiB.',
  value: 4.8e8,
  peak: 5e8,
  threshold: 4.5e8,
  startedAt: ago(12),
  endedAt: null,
  endReason: null,
  acknowledgedBy: null,
  acknowledgedAt: null,
  firingSentAt: ago(11),
  recoveredSentAt: null,
  ...fields,
})

const incidents: ResponseOf<'readIncidents'> = {
  totalCount: 45,
  incidents: [
    incident(1, {}),
    incident(2, {
      alertName: 'Crash loop',
      summary: 'web of guestbook is in a crash loop. Exit code 3.',
      acknowledgedBy: { userId: id(99) as NonNullable<Incident['acknowledgedBy']>['userId'], name: 'Ada Harbour' },
    }),
    incident(3, { startedAt: ago(300), endedAt: ago(200), endReason: 'recovered' }),
    incident(4, { startedAt: ago(900), endedAt: ago(800), endReason: 'changed' }),
  ],
}

const delivery = (number: number, fields: Partial<Delivery>): Delivery => ({
  _id: id(200 + number) as Delivery['_id'],
  channelId: id(300) as Delivery['channelId'],
  channelName: 'On-call webhook',
  title: 'Orders that fail is firing',
  kind: 'firing',
  state: 'delivered',
  attempts: 1,
  status: 200,
  error: '',
  nextAttemptAt: null,
  createdAt: ago(11),
  settledAt: ago(11),
  ...fields,
})

const failedOrders = incident(5, {
  alertName: 'Orders that fail',
  ruleKind: 'log',
  summary: '14 log lines with “order failed” within 5 minutes in web of storefront, at least 10.',
  value: 14,
  peak: 31,
  threshold: 10,
  acknowledgedBy: { userId: id(99) as NonNullable<Incident['acknowledgedBy']>['userId'], name: 'Ada Harbour' },
})

const opened: ResponseOf<'readIncident'> = {
  incident: failedOrders,
  lines: [
    '{"level":"error","msg":"order failed","order":"a-1841","reason":"The card was declined by its bank","attempt":3}',
    '{"level":"error","msg":"order failed","order":"a-1842","reason":"timeout after 10000 ms"}',
    '{"level":"error","msg":"order failed","order":"a-1845","reason":"timeout after 10000 ms"}',
  ],
  deliveries: [
    delivery(1, {
      channelName: 'Incidents in Slack',
      state: 'waiting',
      attempts: 3,
      status: 503,
      error: 'The receiver responded with status 503.',
      nextAttemptAt: new Date(Date.now() + 4 * 60_000).toISOString(),
      settledAt: null,
    }),
    delivery(2, {}),
    delivery(3, {
      channelName: 'Discord of the night watch',
      state: 'failed',
      attempts: 12,
      status: 404,
      error: 'The receiver responded with status 404.',
    }),
  ],
}

const firing = (...of: Incident[]): ResponseOf<'readIncidents'> => ({ incidents: of, totalCount: of.length })

/** Alert rules and incidents of an organisation and of an instance. */
export const alertScenes = ({ username, shop, storefront }: Harbour): Scene[] => {
  const page = `/${username}/alerts`
  const tab = `/${username}/${shop._id}/${storefront._id}/alerts`
  return [
    {
      name: 'alerts-none',
      path: `/${username}/alerts`,
      act: respondThenReload(/\/alerts$/, { alerts: [] }, 'No alert rules'),
    },
    { name: 'alerts', path: page, act: respondThenReload(/\/alert-incidents/, incidents, 'Memory of the shop') },
    { name: 'alerts-loading', path: page, act: waiting('**/alert{s,-incidents*}') },
    { name: 'alerts-failed', path: page, act: failing('**/alert{s,-incidents*}') },
    { name: 'alerts-of-instance', path: tab },
    {
      name: 'alerts-firing',
      path: `/${username}/${shop._id}/${storefront._id}`,
      act: respondThenReload(/\/alert-incidents/, firing(failedOrders), 'Orders that fail is firing'),
    },
    {
      name: 'alerts-firing-several',
      path: `/${username}/${shop._id}/${storefront._id}`,
      act: respondThenReload(
        /\/alert-incidents/,
        firing(failedOrders, ...incidents.incidents.slice(0, 2), incident(6, { alertName: 'Slow responses' })),
        '4 alerts are firing',
      ),
    },
    over(
      'incident',
      `${page}?rule=${failedOrders.alertId}&incident=${failedOrders._id}`,
      respondThenReload(/\/alert\/[^/]+\/incidents\//, opened, 'Incidents in Slack'),
    ),
    over(
      'incident-none-sent',
      `${page}?rule=${failedOrders.alertId}&incident=${failedOrders._id}`,
      respondThenReload(
        /\/alert\/[^/]+\/incidents\//,
        { incident: incident(7, { firingSentAt: null, isMuted: true }), lines: [], deliveries: [] },
        'No message is sent while the rule is muted.',
      ),
    ),
    over('alert-rule', page, press('New rule')),
    over('alert-rule-of-instance', tab, press('New rule')),
  ]
}

function respondThenReload(url: RegExp, response: object, shown: string): (page: Page) => Promise<void> {
  return async (page) => {
    await respondTo(url, response)(page)
    await page.reload()
    await page.getByText(shown).first().waitFor()
  }
}
