import { LATENCY_BUCKETS } from '../../../../src/rules/metrics/latency-buckets.ts'
import { SAMPLE_SECONDS } from '../../../../src/rules/metrics/metrics-window.ts'
import type { Block } from '../codec/block-codec.ts'
import type { Column } from '../codec/column-codec.ts'
import { bucketOf, columns, factsOf, isLatency } from '../columns.ts'
import { requestsOf, samplesOf } from '../rollup/coarsen.ts'

/** The points of a chart; times in seconds since 1970. */
export interface Grid {
  startDate: number
  pointTimeSpan: number
  points: number
}

interface Totals {
  sums: Float64Array
  /** The samples behind each sum; 0 where nothing was measured. */
  samples: Float64Array
}

/**
 * Adds up what the replicas of one place, one after the other, measured in each point of a chart. A place is a number
 * of a service, such as the second replica of `web`.
 */
export class PlaceTotals {
  readonly #grid: Grid
  readonly #totals = new Map<number, Totals>()
  readonly #peaks = new Map<number, Float64Array>()
  readonly #latency: (Float64Array | undefined)[]
  readonly #measured: Float64Array
  readonly #hasPeaks: boolean

  /** With `hasPeaks`, keeps the highest values as well. */
  constructor(grid: Grid, hasPeaks: boolean) {
    this.#grid = grid
    this.#hasPeaks = hasPeaks
    this.#latency = new Array(grid.points)
    this.#measured = new Float64Array(grid.points)
  }

  /** Adds a block whose points are `seconds` long, from `startsAt` on. */
  add(block: Block, startsAt: number, seconds: number): void {
    const { startDate, pointTimeSpan, points } = this.#grid
    /** The point of the chart for each of the block; -1 beyond it. */
    const pointOf = Array.from({ length: block.points }, (_, at) => {
      const point = Math.floor((startsAt + at * seconds - startDate) / pointTimeSpan)
      return point >= 0 && point < points ? point : -1
    })
    const samples = { engine: samplesOf(block, 'engine'), gateway: samplesOf(block, 'gateway') }
    for (const [at, point] of pointOf.entries())
      if (point >= 0) this.#measured[point] = (this.#measured[point] ?? 0) + (samples.gateway[at] ?? 0)
    for (const [id, column] of block.columns) {
      const facts = factsOf(id)
      if (!facts) continue
      if (isLatency(id)) {
        this.#addLatency(bucketOf(id), column, pointOf)
        continue
      }
      const isMean = facts.merge === 'mean'
      const weights = samples[facts.from]
      const totals = this.#totalsOf(id)
      const peaks = this.#hasPeaks ? this.#peaksOf(id) : undefined
      for (let at = 0; at < column.length; at += 1) {
        const value = column[at] ?? null
        const point = pointOf[at] ?? -1
        if (value === null || point < 0) continue
        const weight = weights[at] || 1
        totals.sums[point] = (totals.sums[point] ?? 0) + (isMean ? value * weight : value)
        totals.samples[point] = (totals.samples[point] ?? 0) + weight
        if (peaks) peaks[point] = Math.max(peaks[point] ?? 0, facts.merge === 'sum' ? value / weight : value)
      }
    }
    if (!this.#hasPeaks || block.columns.has(columns.requestsMax.id)) return
    const requests = requestsOf(block)
    if (!requests) return
    const peaks = this.#peaksOf(columns.requestsMax.id)
    for (const [at, value] of requests.entries()) {
      const point = pointOf[at] ?? -1
      if (value !== null && point >= 0) peaks[point] = Math.max(peaks[point] ?? 0, value)
    }
  }

  /** Returns the mean of a column in a point, or its sum where it counts. */
  value(id: number, point: number): number | null {
    const totals = this.#totals.get(id)
    const samples = totals?.samples[point] ?? 0
    if (!totals || samples === 0) return null
    const sum = totals.sums[point] ?? 0
    return factsOf(id)?.merge === 'mean' ? sum / Math.min(samples, this.#most) : sum
  }

  peak(id: number, point: number): number | null {
    const peak = this.#peaks.get(id)?.[point]
    return peak === undefined || peak < 0 ? null : peak
  }

  /** Returns how many seconds of a point the gateway measured. */
  measuredSeconds(point: number): number {
    return Math.min(this.#measured[point] ?? 0, this.#most) * SAMPLE_SECONDS
  }

  latency(point: number): Float64Array | undefined {
    return this.#latency[point]
  }

  /** A replica and its successor run at the same time for a while; together they have more samples than there are. */
  get #most(): number {
    return this.#grid.pointTimeSpan / SAMPLE_SECONDS
  }

  #totalsOf(id: number): Totals {
    const { points } = this.#grid
    const totals = this.#totals.get(id) ?? { sums: new Float64Array(points), samples: new Float64Array(points) }
    this.#totals.set(id, totals)
    return totals
  }

  #peaksOf(id: number): Float64Array {
    const peaks = this.#peaks.get(id) ?? new Float64Array(this.#grid.points).fill(-1)
    this.#peaks.set(id, peaks)
    return peaks
  }

  #addLatency(bucket: number, column: Column, pointOf: readonly number[]): void {
    for (let at = 0; at < column.length; at += 1) {
      const count = column[at]
      const point = pointOf[at] ?? -1
      if (!count || point < 0) continue
      this.#latency[point] ??= new Float64Array(LATENCY_BUCKETS)
      const counts = this.#latency[point]
      counts[bucket] = (counts[bucket] ?? 0) + count
    }
  }
}
