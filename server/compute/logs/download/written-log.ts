import { eq } from 'drizzle-orm'
import type { LogBatch } from '../../../../src/contract/wire/log.ts'
import { everyReplicaLog, replicaLabels, withKeptLogs } from '../../../../src/rules/deployments/replica-logs.ts'
import { linesOf } from '../../../../src/rules/log-batch.ts'
import { writeLine } from '../../../../src/rules/log-lines/write-line.ts'
import type { Db } from '../../../store/connection.ts'
import { deployments, instances } from '../../../store/schema.ts'
import { logExtent, readBatches } from '../chunks/read-batches.ts'
import { mergedLines } from '../queries/merged-lines.ts'
import { servicesOf } from '../queries/services-of.ts'
import { type Download, SERVICE_SEPARATOR } from './tickets.ts'

/** Reads one chunk at a time, so that a stalled client holds no more than that. */
const BYTES_AT_ONCE = 1
const LINES_AT_ONCE = 1000

/**
 * Yields a log, or a range of it, as the text of a file, piece by piece to save memory. Lines of several replicas name
 * theirs.
 */
export async function* writtenLog(db: Db, download: Download): AsyncGenerator<string> {
  const write = writeLine[download.format]
  const services = download.service?.split(SERVICE_SEPARATOR) ?? (await servicesOf(db, download))
  if (services.length < 2) {
    for await (const batch of batchesOf(db, download, services[0] ?? '')) yield linesOf(batch).map(write).join('')
    return
  }
  const names = await replicaNames(db, download)
  const last = download.lastSequence ?? Number.MAX_SAFE_INTEGER
  let held: string[] = []
  const addresses = services.map((service) => ({ ...download, service }))
  for await (const { service, ...line } of mergedLines(db, addresses, 'oldestFirst')) {
    if (line.sequence < download.firstSequence) continue
    if (line.sequence > last) break
    held.push(write({ ...line, replica: names.get(service) ?? service }))
    if (held.length < LINES_AT_ONCE) continue
    yield held.join('')
    held = []
  }
  yield held.join('')
}

async function* batchesOf(db: Db, download: Download, service: string): AsyncGenerator<LogBatch> {
  const address = { ...download, service }
  const { oldest, head } = await logExtent(db, address)
  const to = Math.min(download.lastSequence ?? head, head)
  for (let from = Math.max(download.firstSequence, oldest); from <= to; ) {
    const batches = await readBatches(db, address, { from, to }, BYTES_AT_ONCE)
    from = (batches.at(-1)?.sequence ?? to) + 1
    for (let next = batches.shift(); next; next = batches.shift()) yield next
  }
}

/** Returns the names of all logs, as the console shows them, because a name depends on the other replicas. */
async function replicaNames(db: Db, download: Download): Promise<Map<string, string>> {
  const [row] = await db
    .select({ configuration: deployments.configuration, rules: instances.autoscalingRules })
    .from(deployments)
    .innerJoin(instances, eq(instances.id, deployments.instanceId))
    .where(eq(deployments.id, download.deploymentId))
  const services = (row?.configuration.services ?? []).map(({ name, replicas }) => ({
    name,
    replicas,
    autoscalingRules: row?.rules[name] ?? null,
  }))
  return replicaLabels(withKeptLogs(everyReplicaLog(services), await servicesOf(db, download), services))
}
