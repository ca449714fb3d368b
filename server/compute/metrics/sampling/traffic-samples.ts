import * as v from 'valibot'
import type { TrafficReport } from '../../../gateway/control/control-messages.ts'
import { columns, latencyColumn, type Sample } from '../columns.ts'

const statusColumns = [
  columns.status1xx.id,
  columns.status2xx.id,
  columns.status3xx.id,
  columns.status4xx.id,
  columns.status5xx.id,
]
const uuid = v.pipe(v.string(), v.uuid())
const idle: Sample = new Map([[columns.connections.id, 0]])

/** Returns a gateway's report as samples. Zeros are left out, except of open connections, which show that it measured. */
export function trafficSamples(report: Pick<TrafficReport, 'busy' | 'idle'>): Map<string, Sample> {
  const samples = new Map<string, Sample>()
  for (const id of report.idle) if (v.is(uuid, id)) samples.set(id, idle)
  for (const entry of report.busy) {
    if (!v.is(uuid, entry.id)) continue
    const sample = new Map([[columns.connections.id, entry.connections]])
    const count = (column: number, value: number | undefined) => {
      if (value) sample.set(column, value)
    }
    for (const [at, column] of statusColumns.entries()) count(column, entry.statuses[at])
    count(columns.abandoned.id, entry.abandoned)
    count(columns.bytesIn.id, entry.bytesIn)
    count(columns.bytesOut.id, entry.bytesOut)
    for (let at = 0; at < entry.latency.length; at += 2)
      count(latencyColumn(entry.latency[at] ?? 0), entry.latency[at + 1])
    samples.set(entry.id, sample)
  }
  return samples
}
