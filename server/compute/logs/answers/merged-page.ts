import type { LogLine } from '../../../../src/contract/wire/log.ts'
import type { Db } from '../../../store/connection.ts'
import { logExtent } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'
import { type LogPage, pageWindow } from './log-page.ts'
import { mergedLines } from './merged-lines.ts'

/** A page of several services' lines, by time. */
export async function mergedPage(
  db: Db,
  addresses: readonly LogAddress[],
  asked: { from: number; to: number; search?: string | undefined },
): Promise<LogPage> {
  return asked.search
    ? foundPage(mergedLines(db, addresses, 'oldestFirst'), asked.search.toLowerCase(), asked)
    : plainPage(db, addresses, asked)
}

async function plainPage(db: Db, addresses: readonly LogAddress[], asked: { from: number; to: number }) {
  const extents = await Promise.all(addresses.map((address) => logExtent(db, address)))
  const logsLength = extents.reduce((sum, { oldest, head }) => sum + head - oldest + 1, 0)
  const { start, end } = pageWindow(logsLength, asked)
  const isNewestNearer = asked.from < 0
  const [skip, until] = isNewestNearer ? [logsLength - end, logsLength - start] : [start, end]
  const logs: LogLine[] = []
  let place = 0
  if (skip === until) return { logs, logsLength }
  for await (const line of mergedLines(db, addresses, isNewestNearer ? 'newestFirst' : 'oldestFirst')) {
    if (place >= skip) logs.push(line)
    place += 1
    if (place === until) break
  }
  return { logs: isNewestNearer ? logs.reverse() : logs, logsLength }
}

/** Reads everything once, holding no more than the page's own candidates. */
async function foundPage(
  lines: AsyncIterable<LogLine>,
  wanted: string,
  { from, to }: { from: number; to: number },
): Promise<LogPage> {
  const heldBack = -from
  let found = 0
  const held: LogLine[] = []
  for await (const line of lines) {
    if (!line.log.toLowerCase().includes(wanted)) continue
    found += 1
    if (from < 0 ? true : found > from && held.length < to) held.push(line)
    if (from < 0 && held.length > 2 * heldBack) held.splice(0, held.length - heldBack)
  }
  const { start, end } = pageWindow(found, { from, to })
  const firstHeld = from < 0 ? found - held.length : from
  return { logs: held.slice(Math.max(start - firstHeld, 0), Math.max(end - firstHeld, 0)), logsLength: found }
}
