import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Db } from '../../../store/connection.ts'
import { logExtent } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'
import { withoutColours } from '../search/without-colours.ts'
import { type MergedLine, mergedLines, type Order } from './merged-lines.ts'
import { type LogPage, matchWindow, type Page, type PageCaller, pageWindow } from './page-window.ts'

/** The most lines that a page may need: merging runs line by line on the control plane's main thread. */
const MAX_READ = 100_000
const MAX_SEARCHED_MS = 10_000

/** Reads a page of the lines of several services, merged by time. */
export async function mergedPage(
  db: Db,
  addresses: readonly LogAddress[],
  { search, ...page }: Page & { search?: string | undefined },
  { searches, userId, signal }: PageCaller,
): Promise<LogPage> {
  const read = (order: Order) => untilAborted(mergedLines(db, addresses, order), signal)
  return search
    ? searches.runExclusive(userId, signal, () => foundPage(read, search.toLowerCase(), page))
    : plainPage(db, addresses, read, page)
}

type Read = (order: Order) => AsyncIterable<LogLine>

async function* untilAborted(lines: AsyncIterable<MergedLine>, signal: AbortSignal): AsyncGenerator<LogLine> {
  for await (const { service: _, ...line } of lines) {
    // The caller has disconnected and does not receive this error.
    if (signal.aborted) throw new ApiError('unavailable')
    yield line
  }
}

async function plainPage(db: Db, addresses: readonly LogAddress[], read: Read, page: Page): Promise<LogPage> {
  const extents = await Promise.all(addresses.map((address) => logExtent(db, address)))
  const logsLength = extents.reduce((sum, { oldest, head }) => sum + head - oldest + 1, 0)
  const { start, end } = pageWindow(logsLength, page)
  const logs: LogLine[] = []
  if (start === end) return { logs, logsLength }
  const isNewestNearer = logsLength - start < end
  const [skip, until] = isNewestNearer ? [logsLength - end, logsLength - start] : [start, end]
  if (until > MAX_READ)
    throw new ApiError('invalid', {
      fields: [{ field: 'from', message: 'Too far into the combined log of several services. Choose one service.' }],
    })
  let position = 0
  for await (const line of read(isNewestNearer ? 'newestFirst' : 'oldestFirst')) {
    if (position >= skip) logs.push(line)
    position += 1
    if (position === until) break
  }
  return { logs: isNewestNearer ? logs.reverse() : logs, logsLength }
}

/** Scans all lines and keeps only those of the page in memory. */
async function foundPage(read: Read, searchText: string, page: Page): Promise<LogPage> {
  const isFromNewest = page.from < 0
  const { skip, take } = matchWindow(page)
  const untilMs = performance.now() + MAX_SEARCHED_MS
  const logs: LogLine[] = []
  let found = 0
  for await (const line of read(isFromNewest ? 'newestFirst' : 'oldestFirst')) {
    if (performance.now() > untilMs) throw new ApiError('searchTooLong')
    if (!withoutColours(line.log).toLowerCase().includes(searchText)) continue
    found += 1
    if (found > skip && found <= skip + take) logs.push(line)
  }
  return { logs: isFromNewest ? logs.reverse() : logs, logsLength: found }
}
