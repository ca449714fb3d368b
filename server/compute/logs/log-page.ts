import type { ParsedOf } from '../../../src/contract/contract.ts'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import type { LogLine } from '../../../src/contract/wire/log.ts'
import type { Db } from '../../store/connection.ts'
import { lineWire } from './kept-line.ts'
import type { LogAddress } from './log-address.ts'
import { type Extent, logExtent, readLines, type SequencedLine } from './read-chunks.ts'

const LINES_AT_ONCE = 5000

export interface LogPage {
  logs: LogLine[]
  logsLength: number
}

/** A page of a log: `to` lines from the line `from`, counted from 0; a negative `from` counts back from the newest. */
export async function readLogPage(
  db: Db,
  asked: ParsedOf<'readDeploymentLogs'> & { id: DeploymentId },
): Promise<LogPage> {
  const address: LogAddress = { deploymentId: asked.id, logType: asked.logType }
  const extent = await logExtent(db, address)
  if (asked.search) return searchPage(db, address, extent, asked.search.toLowerCase(), asked)
  const length = extent.head - extent.oldest + 1
  const { start, end } = pageWindow(length, asked)
  const lines = start < end ? await readLines(db, address, extent.oldest + start, extent.oldest + end - 1) : []
  return { logs: lines.map(wire), logsLength: length }
}

/** Both ends as places among `length` lines, the second one excluded. */
export function pageWindow(length: number, { from, to }: { from: number; to: number }): { start: number; end: number } {
  const first = from < 0 ? length + from : from
  const within = (place: number) => Math.min(Math.max(place, 0), length)
  return { start: within(first), end: within(first + to) }
}

/** Reads everything once, holding no more than one block and the page's own candidates. */
async function searchPage(
  db: Db,
  address: LogAddress,
  { oldest, head }: Extent,
  wanted: string,
  { from, to }: { from: number; to: number },
): Promise<LogPage> {
  const heldBack = -from
  let found = 0
  const candidates: SequencedLine[] = []
  for (let at = oldest; at <= head; at += LINES_AT_ONCE) {
    for (const item of await readLines(db, address, at, Math.min(at + LINES_AT_ONCE - 1, head))) {
      if (!item.line.text.toLowerCase().includes(wanted)) continue
      found += 1
      if (from < 0 || found > from) candidates.push(item)
      if (from < 0 && candidates.length > 2 * heldBack) candidates.splice(0, candidates.length - heldBack)
      if (from >= 0 && candidates.length > to) candidates.pop()
    }
  }
  const { start, end } = pageWindow(found, { from, to })
  const firstHeld = from < 0 ? found - candidates.length : from
  const held = (place: number) => Math.max(place - firstHeld, 0)
  return { logs: candidates.slice(held(start), held(end)).map(wire), logsLength: found }
}

const wire = ({ line, sequence }: SequencedLine): LogLine => lineWire(line, sequence)
