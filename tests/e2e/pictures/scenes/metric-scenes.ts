import type { Page } from '@playwright/test'
import type { ResponseOf } from '../../../../src/contract/contract.ts'
import type { AlertId } from '../../../../src/contract/wire/alerts/alert-ids.ts'
import type { MetricParam } from '../../../../src/contract/wire/instance/metrics/metric-chart.ts'
import { metricFacts } from '../../../../src/rules/metrics/metric-series.ts'
import { failing, respondTo, waiting } from '../actions.ts'
import type { Harbour } from '../sample-harbour.ts'
import type { Scene } from '../scene.ts'

const POINTS = 120
const SPAN_SECONDS = 30
const now = Math.floor(Date.now() / 1000)
const startDate = now - POINTS * SPAN_SECONDS
const at = (point: number) => new Date((startDate + point * SPAN_SECONDS) * 1000).toISOString()

/** The middle and the swing of each value; nothing was measured for some minutes, and a deployment ended the load. */
const shapes: Partial<Record<MetricParam, [middle: number, swing: number]>> = {
  cpu: [310, 120],
  memory: [3.1e8, 4e7],
  status2xx: [41, 12],
  status3xx: [3, 1],
  status4xx: [1.2, 1],
  status5xx: [0, 0],
  latencyP50: [18, 5],
  latencyP95: [90, 40],
  latencyP99: [260, 140],
  networkIn: [42_000, 9000],
  networkOut: [180_000, 60_000],
  restarts: [0, 0],
}

const chart: ResponseOf<'readMetrics'> = {
  startDate,
  endDate: now,
  pointTimeSpan: SPAN_SECONDS,
  series: Object.entries(shapes).map(([param, [middle, swing]], line) => ({
    param: param as MetricParam,
    unit: metricFacts[param as MetricParam].unit,
    service: null,
    replica: null,
    limit: param === 'cpu' ? 500 : param === 'memory' ? 2 ** 29 : null,
    values: Array.from({ length: POINTS }, (_, point) =>
      point > 48 && point < 56 ? null : middle + swing * Math.sin(point / 9 + line) * (point > 90 ? 0.2 : 1),
    ),
  })),
  marks: [
    { kind: 'deploymentCreated', at: at(90), title: 'Deployment 4' },
    { kind: 'releaseFailed', at: at(70), title: 'Release command failed' },
  ],
  alerts: [
    {
      alertId: '00000000-0000-4000-8000-000000000001' as AlertId,
      name: 'Slow responses',
      severity: 'warning',
      param: 'latencyP95',
      of: 'together',
      direction: 'above',
      threshold: 110,
      forSeconds: 120,
      service: '',
      spans: [{ from: startDate + 20 * SPAN_SECONDS, to: startDate + 31 * SPAN_SECONDS, service: '' }],
    },
  ],
  lastSampleAt: at(POINTS - 1),
  completeFrom: null,
}

const measured = async (page: Page) => {
  await respondTo(/\/metrics\/charts/, chart)(page)
  await page.reload()
  await page.getByText('Latency', { exact: true }).waitFor()
}

/** The metrics of an instance under load. */
export const metricScenes = ({ username, shop, storefront, closed }: Harbour): Scene[] => {
  const path = (instance: { _id: string }) => `/${username}/${shop._id}/${instance._id}/metrics`
  return [
    { name: 'instance-metrics-load', path: path(storefront), act: measured },
    {
      name: 'instance-metrics-table',
      path: path(storefront),
      act: async (page) => {
        await measured(page)
        await page.getByRole('button', { name: 'Table of Requests' }).click()
      },
    },
    { name: 'instance-metrics-empty', path: path(closed) },
    { name: 'instance-metrics-loading', path: path(storefront), act: waiting('**/metrics/charts*') },
    { name: 'instance-metrics-failed', path: path(storefront), act: failing('**/metrics/charts*') },
  ]
}
