import type { ParsedOf } from '../../../../src/contract/contract.ts'
import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { linesOf } from '../../../../src/rules/log-batch.ts'
import type { Db } from '../../../store/connection.ts'
import { logExtent, readBatches } from '../chunks/read-batches.ts'
import { addressIn, type LogAddress, serviceIn } from '../log-address.ts'
import type { LogSearches } from '../search/search-logs.ts'
import { mergedPage } from './merged-page.ts'
import { matchWindow, pageWindow } from './page-window.ts'
import { servicesOf } from './services-of.ts'

const BYTES_AT_ONCE = 1_048_576

/** For pages that take their time. */
export interface PageAsker {
  searches: Pick<LogSearches, 'find' | 'inPlace'>
  who: string
  organizationId: string
  signal: AbortSignal
}

export interface LogPage {
  logs: LogLine[]
  logsLength: number
}

type Asked = Pick<ParsedOf<'readDeploymentLogs'>, 'id' | 'logType' | 'serviceName' | 'search' | 'from' | 'to'>

/**
 * A page of a log: `to` lines from the line `from`, counted from 0; a negative `from` counts back from the newest. Where
 * no service is named and there are several, their lines are one log, by time.
 */
export async function readLogPage(db: Db, asked: Asked, asker: PageAsker): Promise<LogPage> {
  const address = addressIn(asked)
  const services = serviceIn(asked) === undefined ? await servicesOf(db, address) : []
  if (services.length > 1)
    return mergedPage(
      db,
      services.map((service) => ({ ...address, service })),
      asked,
      asker,
    )
  const only = { ...address, service: services[0] ?? address.service }
  return asked.search ? foundPage(only, asked.search, asked, asker) : plainPage(db, only, asked)
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
async function foundPage(
  address: LogAddress,
  words: string,
  { from, to }: Asked,
  { searches, who, organizationId, signal }: PageAsker,
): Promise<LogPage> {
  const job = {
    organizationId,
    address,
    find: { words, as: 'text' as const, matchCase: false },
    order: from < 0 ? ('newestFirst' as const) : ('oldestFirst' as const),
    window: matchWindow({ from, to }),
  }
  const { lines, found } = await searches.find(job, who, signal)
  return { logs: from < 0 ? lines.reverse() : lines, logsLength: found }
}
