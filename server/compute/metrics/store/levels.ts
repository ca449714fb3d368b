import { DAY_SECONDS, RESOLUTIONS } from '../../../../src/rules/metrics/metrics-window.ts'

/** One resolution: its table, and how its blocks and partitions divide time. All of them begin at multiples since 1970. */
export interface Level {
  table: string
  /** Of one point. */
  seconds: number
  blockSeconds: number
  partitionSeconds: number
  keptSeconds: number
}

const [fine, middle, coarse] = RESOLUTIONS

/** The finest first. A block of one level has all times of some blocks of the level before. */
export const levels = [
  { ...fine, table: 'block_10s', blockSeconds: 900, partitionSeconds: DAY_SECONDS },
  { ...middle, table: 'block_1m', blockSeconds: 21_600, partitionSeconds: DAY_SECONDS },
  { ...coarse, table: 'block_15m', blockSeconds: DAY_SECONDS, partitionSeconds: 10 * DAY_SECONDS },
] as const satisfies readonly Level[]

export const pointsOf = ({ blockSeconds, seconds }: Level): number => blockSeconds / seconds

/** Returns the start of the block, in seconds since 1970, that has a time. */
export const blockStart = ({ blockSeconds }: Level, atSeconds: number): number =>
  Math.floor(atSeconds / blockSeconds) * blockSeconds
