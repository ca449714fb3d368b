import type { Block } from '../codec/block-codec.ts'
import type { Column } from '../codec/column-codec.ts'
import { columns, factsOf, requestColumns } from '../columns.ts'

type Group = 'engine' | 'gateway'

/** The greatest of these become columns of their own, because a mean hides a short peak. */
const peaks = [
  [columns.cpu.id, columns.cpuMax.id],
  [columns.memory.id, columns.memoryMax.id],
  [columns.connections.id, columns.connectionsMax.id],
] as const

/** Returns a block with one point for each `factor` points of a finer one. */
export function coarsen(fine: Block, factor: number): Block {
  const points = Math.ceil(fine.points / factor)
  const coarse = new Map<number, Column>()
  const samples = { engine: samplesOf(fine, 'engine'), gateway: samplesOf(fine, 'gateway') }
  for (const [id, column] of fine.columns) {
    const facts = factsOf(id)
    if (!facts || id === columns.engineSamples.id || id === columns.gatewaySamples.id) continue
    coarse.set(id, merged(column, factor, points, facts.merge, samples[facts.from]))
  }
  for (const [of, id] of peaks) {
    const column = fine.columns.get(of)
    if (column && !coarse.has(id)) coarse.set(id, merged(column, factor, points, 'max', []))
  }
  const requests = fine.columns.has(columns.requestsMax.id) ? undefined : requestsOf(fine)
  if (requests) coarse.set(columns.requestsMax.id, merged(requests, factor, points, 'max', []))
  for (const [group, id] of [
    ['engine', columns.engineSamples.id],
    ['gateway', columns.gatewaySamples.id],
  ] as const)
    if (samples[group].some((count) => count > 0))
      coarse.set(id, merged(samples[group].map(nullIfNone), factor, points, 'sum', []))
  return { points, columns: coarse }
}

/** Returns how many samples are behind each point of a block. */
export function samplesOf({ points, columns: own }: Block, group: Group): number[] {
  const counted = own.get(group === 'engine' ? columns.engineSamples.id : columns.gatewaySamples.id)
  if (counted) return counted.map((count) => count ?? 0)
  const samples: number[] = new Array(points).fill(0)
  for (const [id, column] of own) {
    if (factsOf(id)?.from !== group) continue
    for (let at = 0; at < points; at += 1) if (column[at] !== null) samples[at] = 1
  }
  return samples
}

/** Returns the requests of each point that the gateway measured. */
export function requestsOf({ points, columns: own }: Block): Column | undefined {
  const measured = own.get(columns.connections.id)
  if (!measured) return undefined
  const requests: Column = measured.map((value) => (value === null ? null : 0))
  for (const id of requestColumns) {
    const column = own.get(id)
    if (!column) continue
    for (let at = 0; at < points; at += 1) {
      const value = column[at]
      if (value) requests[at] = (requests[at] ?? 0) + value
    }
  }
  return requests
}

function merged(
  column: Column,
  factor: number,
  points: number,
  merge: 'mean' | 'sum' | 'max',
  samples: readonly number[],
): Column {
  return Array.from({ length: points }, (_, point) => {
    let total = 0
    let weight = 0
    for (let at = point * factor; at < Math.min((point + 1) * factor, column.length); at += 1) {
      const value = column[at]
      if (value === null || value === undefined) continue
      const share = merge === 'mean' ? samples[at] || 1 : 1
      weight += share
      total = merge === 'max' ? Math.max(total, value) : total + value * share
    }
    if (weight === 0) return null
    return merge === 'mean' ? Math.round(total / weight) : total
  })
}

const nullIfNone = (count: number): number | null => (count === 0 ? null : count)
