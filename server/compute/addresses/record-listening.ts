import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { ListenReport } from '../../gateway/control/control-messages.ts'
import type { Log } from '../../log.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { addresses, instances, sharedPorts } from '../../store/schema.ts'
import type { GatewayLinks } from '../instances/gateway-links.ts'
import { publishInstanceChanged } from '../instances/publish-instance.ts'
import { lockInstance } from '../reconcile/roll-out/lock-instance.ts'

type Failures = ListenReport['failures']

export interface ListeningOptions {
  db: Db
  links: GatewayLinks
  log: Log
  /** The address that the gateway shares. */
  sharedAddress: string
}

/** Returns a function that shows at instances where the gateway cannot listen. The newest report wins. */
export function createListeningRecorder(options: ListeningOptions): (failures: Failures) => void {
  const { db, log } = options
  let waiting: Failures | undefined
  let isWriting = false

  async function writeAll(): Promise<void> {
    if (isWriting) return
    isWriting = true
    while (waiting) {
      const failures = waiting
      waiting = undefined
      try {
        for (const id of await affectedBy(db, failures))
          await db.transaction((tx) => writeInstance(tx, options, id, failures))
      } catch (error) {
        log.warn({ err: error }, 'could not record where the gateway listens')
      }
    }
    isWriting = false
  }

  return (failures) => {
    waiting = failures
    void writeAll()
  }
}

/** Returns the instances whose places fail, or failed before. */
async function affectedBy(db: Db, failures: Failures): Promise<InstanceId[]> {
  const ports = failures.map(({ port }) => port)
  const ips = failures.map(({ address }) => address)
  const failed = or(isNotNull(sharedPorts.listenError), ports.length > 0 ? inArray(sharedPorts.port, ports) : undefined)
  const isFailing = or(sql`${addresses.listenErrors} <> '{}'`, ips.length > 0 ? inArray(addresses.ip, ips) : undefined)
  const [shared, own] = await Promise.all([
    db.select({ id: sharedPorts.instanceId }).from(sharedPorts).where(failed),
    db.select({ id: addresses.instanceId }).from(addresses).where(isFailing),
  ])
  return [...new Set([...shared, ...own].flatMap(({ id }) => id ?? []))]
}

async function writeInstance(
  tx: Tx,
  { links, sharedAddress }: ListeningOptions,
  id: InstanceId,
  failures: Failures,
): Promise<void> {
  if (!(await lockInstance(tx, id))) return
  let isChanged = false
  for (const row of await tx.select().from(sharedPorts).where(eq(sharedPorts.instanceId, id))) {
    const { address, protocol, port } = row
    const at = address || sharedAddress
    const found = failures.find((each) => each.address === at && each.protocol === protocol && each.port === port)
    const listenError = found?.code ?? null
    if (listenError === row.listenError) continue
    const isRow = and(eq(sharedPorts.address, address), eq(sharedPorts.protocol, protocol), eq(sharedPorts.port, port))
    await tx.update(sharedPorts).set({ listenError }).where(isRow)
    isChanged = true
  }
  for (const row of await tx.select().from(addresses).where(eq(addresses.instanceId, id))) {
    const own = failures.filter(({ address }) => address === row.ip)
    const listenErrors = Object.fromEntries(own.map(({ protocol, port, code }) => [`${protocol} ${port}`, code]))
    if (isDeepStrictEqual(listenErrors, row.listenErrors)) continue
    await tx.update(addresses).set({ listenErrors }).where(eq(addresses.id, row.id))
    isChanged = true
  }
  if (!isChanged) return
  await tx
    .update(instances)
    .set({ revision: sql`${instances.revision} + 1` })
    .where(eq(instances.id, id))
  await publishInstanceChanged(tx, id, links, ['publishedPorts'])
}
