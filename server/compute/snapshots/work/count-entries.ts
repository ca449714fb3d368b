import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { TarCheck } from '../archive/tar-check.ts'

/** Reads an archive to its end, and returns how many files and folders it has. */
export async function countEntries(source: Readable, signal: AbortSignal): Promise<number> {
  const check = new TarCheck()
  check.resume()
  await pipeline(source, check, { signal })
  return check.tally.entries
}
