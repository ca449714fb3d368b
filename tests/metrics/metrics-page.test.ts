import { describe, expect, test } from 'vitest'
import type { MetricChart, MetricFilter, MetricSeries } from '../../src/contract/wire/instance/metrics/metric-chart.ts'
import { metricPanels } from '../../src/instances/metrics/metric-panels.ts'
import { metricsCsv } from '../../src/instances/metrics/metrics-csv.ts'
import { metricsView, windowInput } from '../../src/instances/metrics/metrics-range.ts'
import { noDataSince } from '../../src/instances/metrics/no-data-since.ts'
import { firedText, firedWithin } from '../../src/instances/metrics/panel-alerts.ts'
import { metricText } from '../../src/rules/metrics/metric-text.ts'

const series = (param: MetricSeries['param'], values: (number | null)[], more: Partial<MetricSeries> = {}) => ({
  param,
  unit: 'bytes' as const,
  service: null,
  replica: null,
  limit: null,
  values,
  ...more,
})
const chart = (all: MetricSeries[]): MetricChart => ({
  startDate: 1_790_000_000,
  endDate: 1_790_000_030,
  pointTimeSpan: 10,
  series: all,
  marks: [],
  alerts: [],
  lastSampleAt: null,
  completeFrom: null,
})

describe('[P2.36] the charts of the page', () => {
  test('are those that have measurements, with a line for each series', () => {
    const given = chart([
      series('memory', [1, null, 3], { limit: 100 }),
      series('networkIn', [1, 2, 3]),
      series('networkOut', [null, null, null]),
      series('diskRead', [null, null, null]),
    ])
    expect(
      metricPanels(given, 'together', true).map(({ title, lines, limit }) => [title, lines.length, limit]),
    ).toEqual([
      ['Memory', 1, 100],
      ['Network', 1, null],
    ])
  })

  test('name replicas, and have no limit where replicas have several', () => {
    const given = chart([
      series('memory', [1], { service: 'web', replica: 0, limit: 100 }),
      series('memory', [1], { service: 'web', replica: 1, limit: 200 }),
      series('networkIn', [1], { service: 'web', replica: 1 }),
    ])
    const [memory, network] = metricPanels(given, 'replicas', true)
    expect(memory).toMatchObject({ limit: null, lines: [{ label: 'web 1' }, { label: 'web 2' }] })
    expect(network?.lines[0]?.label).toBe('web 2, Received')
  })

  test('are saved as CSV with an empty field for each gap', () => {
    const given = chart([
      series('memory', [1, null, 3]),
      series('networkIn', [1, 2, 3.5], { service: 'a', replica: 0 }),
    ])
    expect(metricsCsv(given, metricPanels(given, 'together', true))).toBe(
      [
        'time,Memory (bytes),"Network: a 1, Received (bytes)"',
        '2026-09-21T14:13:20.000Z,1,1',
        '2026-09-21T14:13:30.000Z,,2',
        '2026-09-21T14:13:40.000Z,3,3.5',
        '',
      ].join('\r\n'),
    )
  })
})

describe('[P9.16] the address of the page', () => {
  const view = (query: string) => metricsView(new URLSearchParams(query))

  test('chooses minutes back from now, which is read again as time goes on', () => {
    expect(windowInput(view(''))).toEqual({ startDate: -3600 })
    expect(windowInput(view('range=30d'))).toEqual({ startDate: -2_592_000 })
  })

  test('keeps a window that was zoomed into, whatever the range', () => {
    expect(windowInput(view('range=7d&from=100&to=200'))).toEqual({ startDate: 100, endDate: 200 })
  })

  test('ignores what is no choice', () => {
    expect(view('range=forever&from=200&to=100&view=%3Cscript%3E&service=web')).toEqual({
      range: '1h',
      window: null,
      filter: 'together',
      service: 'web',
    })
  })
})

describe('no data', () => {
  const at = 1_790_000_000_000
  const lastSampleAt = new Date(at).toISOString()

  test('is reported with the time of the last sample, once that is more than a sample late', () => {
    expect(noDataSince({ lastSampleAt, endDate: at / 1000 + 60 }, true, at + 60_000)).toBe(at)
    expect(noDataSince({ lastSampleAt, endDate: at / 1000 + 20 }, true, at + 20_000)).toBeNull()
  })

  test('is no news of an instance that does not run, was never measured, or in an earlier window', () => {
    expect(noDataSince({ lastSampleAt, endDate: at / 1000 + 60 }, false, at + 60_000)).toBeNull()
    expect(noDataSince({ lastSampleAt: null, endDate: at / 1000 }, true, at + 60_000)).toBeNull()
    expect(noDataSince({ lastSampleAt, endDate: at / 1000 - 600 }, true, at + 60_000)).toBeNull()
  })
})

test('values have units that are easy to compare', () => {
  expect([
    metricText('millicores', 3),
    metricText('millicores', 1250),
    metricText('bytes', 1536),
    metricText('bytesPerSecond', 12.5 * 1024 ** 2),
    metricText('perSecond', 0.1),
    metricText('count', 1234.5),
    metricText('milliseconds', 80),
    metricText('milliseconds', 1250),
  ]).toEqual(['3 mCPU', '1.25 vCPU', '1.5 KiB', '12.5 MiB/s', '0.1/s', '1235', '80 ms', '1.25 s'])
})

test('values of an axis have the unit of the greatest', () => {
  expect([0, 50, 100].map((value) => metricText('millicores', value, 100))).toEqual(['0 vCPU', '0.05 vCPU', '0.1 vCPU'])
  expect([0, 20, 40].map((value) => metricText('millicores', value, 40))).toEqual(['0 mCPU', '20 mCPU', '40 mCPU'])
  expect([0, 512 * 1024, 1024 ** 2].map((value) => metricText('bytes', value, 1024 ** 2))).toEqual([
    '0 MiB',
    '0.5 MiB',
    '1 MiB',
  ])
  expect([500, 1000].map((value) => metricText('milliseconds', value, 1000))).toEqual(['0.5 s', '1 s'])
})

describe('alert rules on charts', () => {
  const rule: MetricChart['alerts'][number] = {
    // A UUID of the database.
    alertId: 'r1' as never,
    name: 'Busy',
    severity: 'critical',
    param: 'memory',
    of: 'together',
    direction: 'above',
    threshold: 1_048_576,
    forSeconds: 300,
    service: '',
    spans: [
      { from: 100, to: 120, service: 'web' },
      { from: 200, to: null, service: 'web' },
    ],
  }
  const alertOf = (filter: MetricFilter, hasOneService: boolean, more: Partial<typeof rule> = {}) => {
    const given = { ...chart([series('memory', [1]), series('cpu', [1])]), alerts: [{ ...rule, ...more }] }
    const [cpu, memory] = metricPanels(given, filter, hasOneService).toSorted((a, b) => (a.title < b.title ? -1 : 1))
    expect(cpu?.alerts).toEqual([])
    return memory?.alerts[0]
  }

  test('have a threshold only where the lines are what the rule compares', () => {
    expect(alertOf('together', true)).toMatchObject({ threshold: 1_048_576, tone: 'bad' })
    expect(alertOf('together', true)?.condition).toBe('Memory above 1 MiB for 5 minutes')
    expect(alertOf('together', false)?.threshold).toBeNull()
    expect(alertOf('replicas', true)?.threshold).toBeNull()
    expect(alertOf('together', true, { of: 'replicas' })?.threshold).toBeNull()
    for (const filter of ['replicas', 'peak'] as const)
      expect(alertOf(filter, false, { of: 'replicas' })?.threshold).toBe(1_048_576)
  })

  test('are named for the points within which they fired', () => {
    const alert = alertOf('together', true)
    if (!alert) throw new Error('no rule')
    const at = (from: number) => firedWithin([alert], from, from + 10)
    expect([80, 90, 100, 110, 120, 130, 190, 200, 900].filter((from) => at(from).length > 0)).toEqual([
      100, 110, 120, 200, 900,
    ])
    expect(at(95)).toEqual(['Busy'])
    const times = (spans: typeof alert.spans) => firedText({ ...alert, spans })
    const past = { from: 100, to: 120 }
    expect([[], [past], [past, past], [{ from: 1, to: null }], alert.spans].map(times)).toEqual([
      'Has not fired',
      'Fired once',
      'Fired 2 times',
      'Firing',
      'Firing, fired 2 times',
    ])
  })
})
