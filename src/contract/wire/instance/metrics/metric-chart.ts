import * as v from 'valibot'
import { alertId } from '../../alerts/alert-ids.ts'
import { alertSeverities } from '../../alerts/alert-severity.ts'
import { instant } from '../../common.ts'

/** The series of a chart. `src/rules/metrics/metric-series.ts` has their units. */
export const metricParams = [
  'cpu',
  'memory',
  'networkIn',
  'networkOut',
  'diskRead',
  'diskWrite',
  'diskUsed',
  'restarts',
  'requests',
  'status1xx',
  'status2xx',
  'status3xx',
  'status4xx',
  'status5xx',
  'latencyP50',
  'latencyP95',
  'latencyP99',
  'bytesIn',
  'bytesOut',
  'connections',
] as const
export type MetricParam = (typeof metricParams)[number]

/**
 * `together`: all replicas as one; `replicas`: each replica by itself; `peak`: the highest value that one replica had
 * within each point.
 */
export const metricFilters = ['together', 'replicas', 'peak'] as const
export type MetricFilter = (typeof metricFilters)[number]

export const metricUnits = ['millicores', 'bytes', 'bytesPerSecond', 'perSecond', 'count', 'milliseconds'] as const
export type MetricUnit = (typeof metricUnits)[number]

export const metricSeries = v.object({
  param: v.picklist(metricParams),
  unit: v.picklist(metricUnits),
  /** The replica that the series is of, from 0; null for a series of several. */
  service: v.nullable(v.string()),
  replica: v.nullable(v.number()),
  /** What the configuration allows now, for `cpu` and `memory`. */
  limit: v.nullable(v.number()),
  /** One value for each point; null where nothing was measured. */
  values: v.array(v.nullable(v.number())),
})

/** Something that happened at one time, shown on the time axis. */
export const metricMark = v.object({ kind: v.string(), at: instant, title: v.string() })

/** An alert rule about a series, and when it fired. */
export const metricAlert = v.object({
  alertId,
  name: v.string(),
  severity: v.picklist(alertSeverities),
  param: v.picklist(metricParams),
  of: v.picklist(['together', 'replicas']),
  direction: v.picklist(['above', 'below']),
  /** In the unit of the series. */
  threshold: v.number(),
  forSeconds: v.number(),
  /** Empty for all. */
  service: v.string(),
  /** Seconds since 1970; `to` is null while it fires. */
  spans: v.array(v.object({ from: v.number(), to: v.nullable(v.number()), service: v.string() })),
})

export const metricChart = v.object({
  /** Seconds since 1970: the start of the first point. The next ones follow in steps of `pointTimeSpan` seconds. */
  startDate: v.number(),
  endDate: v.number(),
  pointTimeSpan: v.number(),
  series: v.array(metricSeries),
  marks: v.array(metricMark),
  alerts: v.array(metricAlert),
  /** When one of the replicas was last measured, at any time; null when none was. */
  lastSampleAt: v.nullable(instant),
  /** From when on the series have all replicas; null when they have all in the whole time. */
  completeFrom: v.nullable(instant),
})

export type MetricSeries = v.InferOutput<typeof metricSeries>
export type MetricMark = v.InferOutput<typeof metricMark>
export type MetricAlert = v.InferOutput<typeof metricAlert>
export type MetricChart = v.InferOutput<typeof metricChart>
