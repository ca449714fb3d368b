import type { metricCalls } from '../../../../src/contract/calls/compute/metric-calls.ts'
import type { ParsedOf } from '../../../../src/contract/contract.ts'
import type { MetricChart } from '../../../../src/contract/wire/instance/metrics/metric-chart.ts'
import {
  chartRange,
  DAY_SECONDS,
  DEFAULT_POINTS,
  KEPT_DAYS,
  type MetricsWindow,
} from '../../../../src/rules/metrics/metrics-window.ts'
import { fieldError } from '../../../http/field-error.ts'
import type { Handlers } from '../../../http/handler.ts'
import { scopeOf } from '../../../http/scope-of.ts'
import { createConcurrencyLimit, takeSlots } from '../../../live/concurrency-limit.ts'
import type { Db } from '../../../store/connection.ts'
import { readLastSample } from './last-sample.ts'
import { readMarks } from './read-marks.ts'
import { readMetricAlerts } from './read-metric-alerts.ts'
import { hasService, readPlaces, replicasBetween } from './read-places.ts'
import { placeName, seriesOf, UNSERVED } from './series-of.ts'
import { neededColumns } from './series-values.ts'

interface HandlerOptions {
  db: Db
  ready: () => Promise<void>
  nowMs: () => number
}

/** Of all series of a response together. */
const MAX_VALUES = 200_000
/** Of all replicas of a response, each of which has totals of up to a hundred columns for each of its points. */
const MAX_TOTALS = 30_000
/** How many responses of one organisation are read at once. */
const MAX_AT_ONCE = 4
const FULL = `${MAX_AT_ONCE} charts of this organisation are being read. Try again in a few seconds.`

export function metricHandlers(options: HandlerOptions): Handlers<keyof typeof metricCalls> {
  const limit = createConcurrencyLimit(MAX_AT_ONCE)
  return {
    async readMetrics({ input, scope }) {
      const release = takeSlots([{ limit, key: scopeOf(scope).organizationId, full: FULL }], 'tooMany')
      try {
        return await readChart(options, input)
      } finally {
        release()
      }
    },
  }
}

async function readChart({ db, ready, nowMs }: HandlerOptions, input: ParsedOf<'readMetrics'>): Promise<MetricChart> {
  await ready()
  const { service, filter, param: params } = input
  const window = windowOf(input, nowMs())
  const between = { service, from: window.startDate, to: window.endDate }
  const { replicas, completeFrom } = await replicasBetween(db, input.id, between)
  if (service !== undefined && replicas.length === 0 && !(await hasService(db, input.id, service)))
    throw fieldError('service', `This instance has no service “${service}”.`)
  const placeOf = new Map(replicas.map(({ id, service: of, index }) => [id, placeName(of, index)]))
  const count = Math.max(1, new Set(placeOf.values()).size)
  const lines = params.length * (filter === 'replicas' ? count : 1)
  const length = window.endDate - window.startDate
  const leastSpan = length * Math.max(lines / MAX_VALUES, count / MAX_TOTALS)
  const span = input.pointTimeSpan ?? length / DEFAULT_POINTS
  const range = chartRange(window, Math.max(span, leastSpan), nowMs())
  const { startDate, endDate, pointTimeSpan } = range
  // Requests that no replica served belong to the instance as a whole.
  const ofAll = service === undefined && filter === 'together' ? new Map(placeOf).set(input.id, UNSERVED) : placeOf
  const grid = { startDate, pointTimeSpan, points: (endDate - startDate) / pointTimeSpan }
  const ids = replicas.map(({ id }) => id)
  const hasPeaks = filter === 'peak'
  const [places, marks, alerts, lastSampleAt] = await Promise.all([
    readPlaces(db, { grid, placeOf: ofAll, needed: neededColumns(params, hasPeaks), hasPeaks }),
    readMarks(db, input.id, range),
    readMetricAlerts(db, input.id, { ...range, params, service }),
    readLastSample(db, ids, Math.floor(nowMs() / 1000)),
  ])
  const series = params.flatMap((param) => seriesOf({ param, filter, places, replicas, points: grid.points }))
  return { ...range, series, marks, alerts, lastSampleAt, completeFrom }
}

/** A negative start counts back from the end. */
function windowOf({ startDate, endDate }: { startDate: number; endDate?: number | undefined }, nowMs: number) {
  const end = Math.min(endDate ?? Number.POSITIVE_INFINITY, Math.floor(nowMs / 1000))
  const window: MetricsWindow = { startDate: startDate < 0 ? end + startDate : startDate, endDate: end }
  if (window.startDate >= end)
    throw fieldError('startDate', endDate === undefined ? 'Not in the past.' : 'Not before the end.')
  // A minute of tolerance, because a window of 90 days is requested a moment after it was chosen.
  if (end - window.startDate > KEPT_DAYS * DAY_SECONDS + 60) throw fieldError('startDate', 'At most 90 days.')
  return window
}
