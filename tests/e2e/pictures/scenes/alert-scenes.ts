import type { ResponseOf } from '../../../../src/contract/contract.ts'
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
    over('alert-rule', page, press('New rule')),
    over('alert-rule-of-instance', tab, press('New rule')),
  ]
}

function respondThenReload(url: RegExp, response: object, shown: string): NonNullable<Scene['act']> {
  return async (page) => {
    await respondTo(url, response)(page)
    await page.reload()
    await page.getByText(shown).first().waitFor()
  }
}
