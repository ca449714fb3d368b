import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { dropOldPartitions } from '../store/metric-tables.ts'
import { compactTicks } from './compact-ticks.ts'
import { rollUp } from './roll-up.ts'

interface Maintenance {
  db: Db
  log: Pick<Log, 'info'>
  node: string
  nowSeconds: number
}

/** Compacts and rolls up what is over, and only then drops what is older than it is kept. */
export async function maintainMetrics({ db, log, node, nowSeconds }: Maintenance): Promise<void> {
  await compactTicks(db, node, nowSeconds)
  await rollUp(db, node, nowSeconds)
  const dropped = await dropOldPartitions(db, nowSeconds)
  if (dropped.length > 0) log.info({ partitions: dropped }, 'dropped metrics that are too old')
}
