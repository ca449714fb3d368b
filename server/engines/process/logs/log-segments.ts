import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** A log is stored in numbered files, so that the oldest can be deleted while readers continue. */
export const segmentBytes = 20 * 1024 * 1024
export const maxSegments = 5

const pattern = /^log\.(\d+)$/

export function segmentPath(folder: string, number: number): string {
  return join(folder, `log.${number}`)
}

/** Lists the existing numbers in ascending order. */
export function segmentNumbers(folder: string): number[] {
  const numbers = readdirSync(folder).flatMap((name) => Number(pattern.exec(name)?.[1] ?? Number.NaN) || [])
  return numbers.sort((a, b) => a - b)
}
