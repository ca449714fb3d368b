import type {
  MetricFilter,
  MetricParam,
  MetricSeries,
} from '../../../../src/contract/wire/instance/metrics/metric-chart.ts'
import { metricFacts } from '../../../../src/rules/metrics/metric-series.ts'
import type { PlaceTotals } from './place-totals.ts'
import type { ChartReplica } from './read-places.ts'
import { pointValue } from './series-values.ts'

interface SeriesRequest {
  param: MetricParam
  filter: MetricFilter
  places: ReadonlyMap<string, PlaceTotals>
  /** The newest first. */
  replicas: readonly ChartReplica[]
  points: number
}

/** The place of requests that no replica served. */
export const UNSERVED = ''
export const placeName = (service: string, index: number): string => `${service}/${index}`

/** Returns the series of one param: one for each place, or one of all. */
export function seriesOf({ param, filter, places, replicas, points }: SeriesRequest): MetricSeries[] {
  const { unit } = metricFacts[param]
  const valuesOf = (own: readonly PlaceTotals[]) =>
    Array.from({ length: points }, (_, point) => pointValue(param, filter, own, point))
  if (filter !== 'replicas') {
    const limits = replicas.filter(({ isRunning }) => isRunning).map((replica) => limitOf(param, replica))
    const known = limits.filter((limit) => limit !== null)
    const limit = filter === 'peak' ? Math.max(...known) : known.reduce((sum, each) => sum + each, 0)
    const values = valuesOf([...places.values()])
    return [{ param, unit, service: null, replica: null, limit: known.length > 0 ? limit : null, values }]
  }
  const newest = new Map<string, ChartReplica>()
  for (const replica of replicas) {
    const name = placeName(replica.service, replica.index)
    if (!newest.has(name)) newest.set(name, replica)
  }
  return [...newest]
    .toSorted(([, one], [, other]) => one.service.localeCompare(other.service) || one.index - other.index)
    .map(([name, replica]) => {
      const place = places.get(name)
      const { service, index } = replica
      return {
        param,
        unit,
        service,
        replica: index,
        limit: limitOf(param, replica),
        values: valuesOf(place ? [place] : []),
      }
    })
}

function limitOf(param: MetricParam, { cpuMilli, memoryBytes }: ChartReplica): number | null {
  if (param === 'cpu') return cpuMilli
  return param === 'memory' ? memoryBytes : null
}
