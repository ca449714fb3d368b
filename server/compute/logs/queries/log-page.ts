import type { ParsedOf } from '../../../../src/contract/contract.ts'
import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { linesOf } from '../../../../src/rules/log-batch.ts'
import type { Db } from '../../../store/connection.ts'
import { logExtent, readBatches } from '../chunks/read-batches.ts'
import { addressIn, type LogAddress } from '../log-address.ts'
import { mergedPage } from './merged-page.ts'
import { namedLogs } from './named-logs.ts'
import { type LogPage, matchWindow, type PageCaller, pageWindow } from './page-window.ts'

const BYTES_AT_ONCE = 1_048_576

type PageInput = Pick<ParsedOf<'readDeploymentLogs'>, 'id' | 'logType' | 'serviceName' | 'search' | 'from' | 'to'>

/**
 * Reads a page of a log: `to` lines from the line `from`, counted from 0; a negative `from` counts back from the
 * newest. The lines of a service's replicas, and without a name those of all services, are merged by time.
 */
export async function readLogPage(db: Db, pageInput: PageInput, caller: PageCaller): Promise<LogPage> {
  const address = addressIn(pageInput)
  const services = await namedLogs(db, address, pageInput)
  if (services.length > 1)
    return mergedPage(
      db,
      services.map((service) => ({ ...address, service })),
      pageInput,
      caller,
    )
  const only = { ...address, service: services[0] ?? address.service }
  return pageInput.search ? foundPage(only, pageInput.search, pageInput, caller) : plainPage(db, only, pageInput)
}

async function plainPage(db: Db, address: LogAddress, pageInput: PageInput): Promise<LogPage> {
  const { oldest, head } = await logExtent(db, address)
  const logsLength = head - oldest + 1
  const { start, end } = pageWindow(logsLength, pageInput)
  const logs: LogLine[] = []
  const to = oldest + end - 1
  for (let from = oldest + start; from <= to; ) {
    const batches = await readBatches(db, address, { from, to }, BYTES_AT_ONCE)
    logs.push(...batches.flatMap(linesOf))
    from = (batches.at(-1)?.sequence ?? to) + 1
  }
  return { logs, logsLength }
}

/**
 * Counts all lines that contain the text and returns those of the page, searching from the end that `from` counts from.
 */
async function foundPage(
  address: LogAddress,
  query: string,
  { from, to }: PageInput,
  { searches, userId, organizationId, signal }: PageCaller,
): Promise<LogPage> {
  const job = {
    organizationId,
    address,
    find: { query, as: 'text' as const, matchCase: false },
    order: from < 0 ? ('newestFirst' as const) : ('oldestFirst' as const),
    window: matchWindow({ from, to }),
  }
  const { lines, found } = await searches.find(job, userId, signal)
  return { logs: from < 0 ? lines.reverse() : lines, logsLength: found }
}
