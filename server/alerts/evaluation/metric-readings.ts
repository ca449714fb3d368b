import { sql } from 'drizzle-orm'
import type { MetricParam } from '../../../src/contract/wire/instance/metrics/metric-chart.ts'
import { SAMPLE_SECONDS } from '../../../src/rules/metrics/metrics-window.ts'
import { PlaceTotals } from '../../compute/metrics/chart/place-totals.ts'
import { pointValue } from '../../compute/metrics/chart/series-values.ts'
import type { Block } from '../../compute/metrics/codec/block-codec.ts'
import { addSample } from '../../compute/metrics/rollup/join-blocks.ts'
import type { RecentTimes } from '../../compute/metrics/sampling/recent-samples.ts'
import type { DbOrTx } from '../../store/connection.ts'
import type { Subject } from './breach.ts'

/** A rule compares the mean of this time. */
export const METRIC_WINDOW_SECONDS = 60

/** A service of an instance, or one of its replicas, with its present values. */
export interface Measured extends Subject {
  /** From 0; null for all replicas together. */
  replica: number | null
  valueOf(param: MetricParam): number | null
}

export interface MeasuredOrganization {
  together: Measured[]
  replicas: Measured[]
}

type Place = { replica: RecentTimes['replicas'][number]; totals: () => PlaceTotals }

/** Returns what the services of organisations use now. Values are computed when a rule asks for them, and once. */
export async function readMeasured(
  db: DbOrTx,
  recent: RecentTimes,
  organizationIds: readonly string[],
): Promise<Map<string, MeasuredOrganization>> {
  const { rows } = await db.execute<Omit<Subject, 'service' | 'target'> & Record<string, unknown>>(sql`
    select organization_id as "organizationId", project_id as "projectId", id as "instanceId", name as "instanceName"
    from instance where organization_id = any(${sql.param([...organizationIds])}::uuid[]) and desired_state = 'active'`)
  const placesOf = Map.groupBy(
    recent.replicas.map((replica): Place => ({ replica, totals: once(() => totalsOf(replica.id, recent)) })),
    ({ replica }) => replica.instanceId,
  )
  const measured = new Map<string, MeasuredOrganization>()
  for (const instance of rows) {
    const found = measured.get(instance.organizationId) ?? { together: [], replicas: [] }
    measured.set(instance.organizationId, found)
    const services = Map.groupBy(placesOf.get(instance.instanceId) ?? [], ({ replica }) => replica.service)
    for (const [service, places] of services) {
      const target = `${instance.instanceId}/${service}`
      found.together.push({ ...instance, service, target, replica: null, valueOf: valuesOf(places) })
      for (const place of places) {
        const { index } = place.replica
        const of = { ...instance, service, target: `${target}/${index}`, replica: index }
        found.replicas.push({ ...of, valueOf: valuesOf([place]) })
      }
    }
  }
  return measured
}

function valuesOf(places: readonly Place[]): (param: MetricParam) => number | null {
  const known = new Map<MetricParam, number | null>()
  return (param) => {
    let value = known.get(param)
    if (value === undefined) {
      value = pointValue(
        param,
        'together',
        places.map(({ totals }) => totals()),
        0,
      )
      known.set(param, value)
    }
    return value
  }
}

function totalsOf(id: string, { times }: RecentTimes): PlaceTotals {
  const totals = new PlaceTotals({ startDate: 0, pointTimeSpan: METRIC_WINDOW_SECONDS, points: 1 }, false)
  const blocks = new Map<number, Block>()
  for (const { at, samples } of times) {
    const sample = samples.get(id)
    if (!sample) continue
    const block = blocks.get(at) ?? { points: 1, columns: new Map() }
    blocks.set(at, block)
    addSample(block, 0, sample)
  }
  for (const block of blocks.values()) totals.add(block, 0, SAMPLE_SECONDS)
  return totals
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
