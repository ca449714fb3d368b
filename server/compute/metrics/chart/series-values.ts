import type { MetricFilter, MetricParam } from '../../../../src/contract/wire/instance/metrics/metric-chart.ts'
import { LATENCY_BUCKETS, latencyPercentile } from '../../../../src/rules/metrics/latency-buckets.ts'
import { SAMPLE_SECONDS } from '../../../../src/rules/metrics/metrics-window.ts'
import { type ColumnName, CPU_SCALE, columns, isLatency, PAGE_BYTES, requestColumns } from '../columns.ts'
import type { PlaceTotals } from './place-totals.ts'

/** How a series is computed from columns. */
type Recipe =
  | { kind: 'mean'; column: ColumnName; max?: ColumnName; scale: number }
  | { kind: 'count'; column: ColumnName }
  | { kind: 'rate'; columns: readonly number[]; max?: ColumnName }
  | { kind: 'percentile'; share: number }

const rateOf = (column: ColumnName): Recipe => ({ kind: 'rate', columns: [columns[column].id] })
const meanOf = (column: ColumnName, scale = 1): Recipe => ({ kind: 'mean', column, scale })

const recipes: Readonly<Record<MetricParam, Recipe>> = {
  cpu: { kind: 'mean', column: 'cpu', max: 'cpuMax', scale: 1 / CPU_SCALE },
  memory: { kind: 'mean', column: 'memory', max: 'memoryMax', scale: PAGE_BYTES },
  networkIn: meanOf('networkIn'),
  networkOut: meanOf('networkOut'),
  diskRead: meanOf('diskRead'),
  diskWrite: meanOf('diskWrite'),
  diskUsed: meanOf('diskUsed', PAGE_BYTES),
  restarts: { kind: 'count', column: 'restarts' },
  requests: { kind: 'rate', columns: requestColumns, max: 'requestsMax' },
  status1xx: rateOf('status1xx'),
  status2xx: rateOf('status2xx'),
  status3xx: rateOf('status3xx'),
  status4xx: rateOf('status4xx'),
  status5xx: rateOf('status5xx'),
  latencyP50: { kind: 'percentile', share: 0.5 },
  latencyP95: { kind: 'percentile', share: 0.95 },
  latencyP99: { kind: 'percentile', share: 0.99 },
  bytesIn: rateOf('bytesIn'),
  bytesOut: rateOf('bytesOut'),
  connections: { kind: 'mean', column: 'connections', max: 'connectionsMax', scale: 1 },
}

/** Returns which columns the series need, those of their highest values only for `hasPeaks`. */
export function neededColumns(params: readonly MetricParam[], hasPeaks: boolean): (id: number) => boolean {
  const ids = new Set<number>([columns.engineSamples.id, columns.gatewaySamples.id])
  let needsLatency = false
  for (const recipe of params.map((param) => recipes[param])) {
    if (recipe.kind === 'percentile') needsLatency = true
    else if (recipe.kind === 'rate') for (const id of recipe.columns) ids.add(id)
    else ids.add(columns[recipe.column].id)
    if (hasPeaks && 'max' in recipe && recipe.max) ids.add(columns[recipe.max].id)
    // Shows where the gateway measured.
    if (recipe.kind === 'rate') ids.add(columns.connections.id)
  }
  return (id) => ids.has(id) || (needsLatency && isLatency(id))
}

/** Returns the value of one point of a series of these places; null if none of them was measured. */
export function pointValue(
  param: MetricParam,
  filter: MetricFilter,
  places: readonly PlaceTotals[],
  point: number,
): number | null {
  const recipe = recipes[param]
  if (filter === 'peak') return greatest(places.map((place) => peakOf(recipe, place, point)))
  if (recipe.kind === 'percentile') return percentileOf(recipe.share, places, point)
  return total(places.map((place) => placeValue(recipe, place, point)))
}

function placeValue(recipe: Recipe, place: PlaceTotals, point: number): number | null {
  if (recipe.kind === 'percentile') return percentileOf(recipe.share, [place], point)
  if (recipe.kind === 'rate') {
    const seconds = place.measuredSeconds(point)
    const counts = recipe.columns.map((id) => place.value(id, point) ?? 0)
    return seconds === 0 ? null : counts.reduce((sum, count) => sum + count, 0) / seconds
  }
  return scaled(place.value(columns[recipe.column].id, point), recipe.kind === 'mean' ? recipe.scale : 1)
}

function peakOf(recipe: Recipe, place: PlaceTotals, point: number): number | null {
  if (recipe.kind === 'percentile') return placeValue(recipe, place, point)
  const max = 'max' in recipe && recipe.max ? place.peak(columns[recipe.max].id, point) : null
  if (recipe.kind === 'rate')
    return scaled(max ?? greatest(recipe.columns.map((id) => place.peak(id, point))), 1 / SAMPLE_SECONDS)
  if (recipe.kind === 'count') return placeValue(recipe, place, point)
  return scaled(max ?? place.peak(columns[recipe.column].id, point), recipe.scale)
}

function percentileOf(share: number, places: readonly PlaceTotals[], point: number): number | null {
  const known = places.flatMap((place) => place.latency(point) ?? [])
  const [first] = known
  if (!first) return null
  if (known.length === 1) return rounded(latencyPercentile(first, share))
  const merged = new Float64Array(LATENCY_BUCKETS)
  for (const counts of known)
    for (let bucket = 0; bucket < LATENCY_BUCKETS; bucket += 1)
      merged[bucket] = (merged[bucket] ?? 0) + (counts[bucket] ?? 0)
  return rounded(latencyPercentile(merged, share))
}

function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : rounded(known.reduce((sum, value) => sum + value, 0))
}

function greatest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : rounded(Math.max(...known))
}

const scaled = (value: number | null, scale: number): number | null => (value === null ? null : value * scale)
/** Keeps the response short. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000)
