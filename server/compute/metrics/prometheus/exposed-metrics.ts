import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { type MetricParam, metricParams } from '../../../../src/contract/wire/instance/metrics/metric-chart.ts'
import { SAMPLE_SECONDS } from '../../../../src/rules/metrics/metrics-window.ts'
import type { Db } from '../../../store/connection.ts'
import { PlaceTotals } from '../chart/place-totals.ts'
import { placeName } from '../chart/series-of.ts'
import { pointValue } from '../chart/series-values.ts'
import type { Block } from '../codec/block-codec.ts'
import { addSample } from '../rollup/join-blocks.ts'
import { readTicks } from '../store/ticks.ts'
import type { ExposedMetric } from './exposition.ts'

interface Exposed {
  name: string
  help: string
  /** From the unit of the series to the base unit of Prometheus. */
  scale: number
}

const THOUSANDTH = 1 / 1000
const exposed: Partial<Record<MetricParam, Exposed>> = {
  cpu: { name: 'cpu_cores', help: 'Processor cores in use.', scale: THOUSANDTH },
  memory: { name: 'memory_bytes', help: 'Memory in use, without reclaimable cache.', scale: 1 },
  networkIn: { name: 'network_receive_bytes_per_second', help: 'Bytes received from networks.', scale: 1 },
  networkOut: { name: 'network_transmit_bytes_per_second', help: 'Bytes sent to networks.', scale: 1 },
  diskRead: { name: 'disk_read_bytes_per_second', help: 'Bytes read from disks.', scale: 1 },
  diskWrite: { name: 'disk_write_bytes_per_second', help: 'Bytes written to disks.', scale: 1 },
  diskUsed: { name: 'disk_used_bytes', help: 'Disk space in use beside the image.', scale: 1 },
  restarts: { name: 'restarts', help: 'Restarts within the last minute.', scale: 1 },
  requests: { name: 'http_requests_per_second', help: 'Requests that the gateway forwarded.', scale: 1 },
  connections: { name: 'open_connections', help: 'Requests and connections being served.', scale: 1 },
  bytesIn: { name: 'http_request_bytes_per_second', help: 'Bytes of request bodies.', scale: 1 },
  bytesOut: { name: 'http_response_bytes_per_second', help: 'Bytes of response bodies.', scale: 1 },
}

const statuses = metricParams.filter((param) => param.startsWith('status'))
const quantiles = [
  ['latencyP50', '0.5'],
  ['latencyP95', '0.95'],
  ['latencyP99', '0.99'],
] as const

const WINDOW_SECONDS = 60
/** The newest reports may not be there yet. */
const LATE_SECONDS = 10

type ExposedReplica = {
  id: string
  project: string
  instance: string
  instance_id: string
  service: string
  replica: string
}

/** Returns the means of the last minute for each running replica of an organisation, and of no other. */
export async function exposedMetrics(
  db: Db,
  organizationId: OrganizationId,
  nowSeconds: number,
): Promise<ExposedMetric[]> {
  const { rows: replicas } = await db.execute<ExposedReplica>(sql`
    select r.id, p.name as project, i.name as instance, i.id as instance_id, r.service, r.index::text as replica
    from replica r join instance i on i.id = r.instance_id join project p on p.id = i.project_id
    where i.organization_id = ${organizationId} and r.removed_at is null and r.status in ('PROVISIONED', 'Deployed')
    order by p.name, i.name, r.service, r.index`)
  const startDate = Math.floor((nowSeconds - WINDOW_SECONDS - LATE_SECONDS) / SAMPLE_SECONDS) * SAMPLE_SECONDS
  const placeOf = new Map(replicas.map((replica) => [replica.id, placeKey(replica)]))
  const totals = await totalsOf(db, placeOf, startDate)
  // While a replica replaces another one, both have the same labels.
  const places = new Map(replicas.map(({ id, ...labels }) => [placeKey(labels), labels]))
  const samplesOf = (param: MetricParam, scale: number, more: Record<string, string> = {}) =>
    [...places].flatMap(([key, labels]) => {
      const place = totals.get(key)
      const value = place ? pointValue(param, 'together', [place], 0) : null
      return value === null ? [] : [{ labels: { ...labels, ...more }, value: value * scale }]
    })
  return [
    ...Object.entries(exposed).map(([param, { name, help, scale }]) => ({
      name: `longshore_replica_${name}`,
      help,
      samples: samplesOf(param as keyof typeof exposed, scale),
    })),
    {
      name: 'longshore_replica_http_responses_per_second',
      help: 'Responses by the first digit of their status.',
      samples: statuses.flatMap((param) => samplesOf(param, 1, { code: param.slice('status'.length) })),
    },
    {
      name: 'longshore_replica_http_latency_seconds',
      help: 'Time until a response begins, by quantile.',
      samples: quantiles.flatMap(([param, quantile]) => samplesOf(param, THOUSANDTH, { quantile })),
    },
  ]
}

type Place = Pick<ExposedReplica, 'instance_id' | 'service' | 'replica'>
const placeKey = ({ instance_id: instanceId, service, replica }: Place): string =>
  `${instanceId}/${placeName(service, Number(replica))}`

/** Returns by place what its replicas measured. */
async function totalsOf(
  db: Db,
  placeOf: ReadonlyMap<string, string>,
  startDate: number,
): Promise<Map<string, PlaceTotals>> {
  const points = WINDOW_SECONDS / SAMPLE_SECONDS
  const blocks = new Map<string, Block>()
  const ticks = readTicks(db, { from: startDate, to: startDate + WINDOW_SECONDS, ids: new Set(placeOf.keys()) })
  for await (const { at, samples } of ticks)
    for (const [id, sample] of samples) {
      const block = blocks.get(id) ?? { points, columns: new Map() }
      blocks.set(id, block)
      addSample(block, (at - startDate) / SAMPLE_SECONDS, sample)
    }
  const grid = { startDate, pointTimeSpan: WINDOW_SECONDS, points: 1 }
  const places = new Map<string, PlaceTotals>()
  for (const [id, block] of blocks) {
    const place = placeOf.get(id) ?? id
    const totals = places.get(place) ?? new PlaceTotals(grid, false)
    places.set(place, totals)
    totals.add(block, startDate, SAMPLE_SECONDS)
  }
  return places
}
