import type { ParsedOf } from '../../../../src/contract/contract.ts'
import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { linesOf } from '../../../../src/rules/log-batch.ts'
import type { Db } from '../../../store/connection.ts'
import { logExtent, readBatches } from '../chunks/read-batches.ts'
import { addressIn, type LogAddress, serviceIn } from '../log-address.ts'
import type { FindLines } from '../search/search-logs.ts'
import { mergedPage } from './merged-page.ts'
import { servicesOf } from './services-of.ts'

const BYTES_AT_ONCE = 1_048_576

export interface LogPage {
  logs: LogLine[]
  logsLength: number
}

type Asked = Pick<ParsedOf<'readDeploymentLogs'>, 'id' | 'logType' | 'serviceName' | 'search' | 'from' | 'to'>

/**
 * A page of a log: `to` lines from the line `from`, counted from 0; a negative `from` counts back from the newest. Where
 * no service is named and there are several, their lines are one log, by time.
 */
export async function readLogPage(db: Db, asked: Asked, find: FindLines): Promise<LogPage> {
  const address = addressIn(asked)
  const services = serviceIn(asked) === undefined ? await servicesOf(db, address) : []
  if (services.length > 1)
    return mergedPage(
      db,
      services.map((service) => ({ ...address, service })),
      asked,
    )
  const only = { ...address, service: services[0] ?? address.service }
  return asked.search ? foundPage(only, asked.search, asked, find) : plainPage(db, only, asked)
}

/** Both ends as places among `length` lines, the second one excluded. */
export function pageWindow(length: number, { from, to }: { from: number; to: number }): { start: number; end: number } {
  const first = from < 0 ? length + from : from
  const within = (place: number) => Math.min(Math.max(place, 0), length)
  return { start: within(first), end: within(first + to) }
}

async function plainPage(db: Db, address: LogAddress, asked: Asked): Promise<LogPage> {
  const { oldest, head } = await logExtent(db, address)
  const logsLength = head - oldest + 1
  const { start, end } = pageWindow(logsLength, asked)
  const logs: LogLine[] = []
  const to = oldest + end - 1
  for (let from = oldest + start; from <= to; ) {
    const batches = await readBatches(db, address, { from, to }, BYTES_AT_ONCE)
    logs.push(...batches.flatMap(linesOf))
    from = (batches.at(-1)?.sequence ?? to) + 1
  }
  return { logs, logsLength }
}

/** Counts every line that holds the words and keeps those of the page; from the nearer end of the log. */
async function foundPage(address: LogAddress, words: string, { from, to }: Asked, find: FindLines): Promise<LogPage> {
  const window = from < 0 ? { skip: Math.max(-from - to, 0), take: Math.min(to, -from) } : { skip: from, take: to }
  const { lines, found } = await find({
    address,
    find: { words, as: 'text', matchCase: false },
    order: from < 0 ? 'newestFirst' : 'oldestFirst',
    window,
  })
  return { logs: from < 0 ? lines.reverse() : lines, logsLength: found }
}
