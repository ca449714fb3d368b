import { eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'
import { deployments } from '../../../store/schema.ts'
import { type LogAddress, serviceIn } from '../log-address.ts'
import { servicesOf } from './services-of.ts'

/**
 * Returns the logs that a name stands for: those of all replicas of a service (`web` and `web.2`), or the one of a
 * replica. Without a name, all logs.
 */
export async function namedLogs(
  db: DbOrTx,
  address: LogAddress,
  input: { serviceName?: string | undefined },
): Promise<string[]> {
  const stored = await servicesOf(db, address)
  const name = input.serviceName
  if (!name) return stored
  const first = await firstService(db, address)
  const isFirst = name === first || (serviceIn(input) === '' && !stored.includes(name))
  const found = isFirst
    ? stored.filter((log) => log === '' || isReplicaOf(log, first))
    : stored.filter((log) => log === name || isReplicaOf(log, name))
  return found.length > 0 ? found : [isFirst ? '' : name]
}

const isReplicaOf = (log: string, service: string | undefined): boolean =>
  service !== undefined && log.startsWith(`${service}.`) && /^\d+$/.test(log.slice(service.length + 1))

/** Its first replica has the log without a name. */
async function firstService(db: DbOrTx, { deploymentId }: LogAddress): Promise<string | undefined> {
  const [row] = await db
    .select({ name: sql<string | null>`${deployments.configuration} #>> '{services,0,name}'` })
    .from(deployments)
    .where(eq(deployments.id, deploymentId))
  return row?.name ?? undefined
}
