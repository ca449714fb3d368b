import { and, eq, inArray, sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { type Author, writeAudit } from '../../audit/write-audit.ts'
import { Refused } from '../../http/refused.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import { systemLine } from '../logs/kept-line.ts'
import { sayDeploymentLines } from '../logs/say-deployment-lines.ts'
import { sayProjectChanged } from '../projects/say-project.ts'
import type { GatewayLinks } from './gateway-links.ts'
import { instanceWire } from './instance-wire.ts'
import { loadInstance } from './load-instance.ts'
import { sayInstanceChanged } from './say-instance.ts'
import type { Wishes } from './wishes.ts'

export interface EndOptions {
  db: Db
  links: GatewayLinks
  wishes: Wishes
}

/** Which wishes a new one replaces: deleting wins over closing, and a wish that is there already stays as it is. */
const replaces = { closed: ['active'], deleted: ['active', 'closed'] } as const
const stages = { closed: 'Closing', deleted: 'Deleting' } as const

interface Ending {
  wish: 'closed' | 'deleted'
  /** The user who asked for it; absent where it goes with its organisation. */
  author?: Author
}

/** Writes down that an instance shall end, and answers at once; asked again it does nothing more. */
export async function endInstance(
  { db, links, wishes }: EndOptions,
  id: InstanceId,
  organizationId: OrganizationId,
  { wish, author }: Ending,
): Promise<Instance> {
  await wishes.ready()
  const { instance, isNew } = await db.transaction(async (tx) => {
    const isNew = await changeWish(tx, id, organizationId)
    if (!isNew) return { instance: await asItIs(tx, id, organizationId, links), isNew }
    const instance = await sayInstanceChanged(tx, id, links)
    if (author) await writeAudit(tx, author, { organizationId, action: `instance.${wish}`, target: instance.name })
    return { instance, isNew }
  })
  if (isNew) wishes.written(id)
  return instance

  async function changeWish(tx: Tx, id: InstanceId, organizationId: OrganizationId) {
    const [row] = await tx
      .update(instances)
      .set({
        wish,
        stage: stages[wish],
        dueAt: null,
        deadlineAt: null,
        revision: sql`${instances.revision} + 1`,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(instances.id, id),
          eq(instances.organizationId, organizationId),
          inArray(instances.wish, [...replaces[wish]]),
        ),
      )
      .returning()
    if (!row) return false
    if (row.activeDeployment) {
      await sayDeploymentLines(tx, row.activeDeployment, [
        systemLine(`Asked to ${wish === 'closed' ? 'close' : 'delete'}`),
      ])
    }
    await sayProjectChanged(tx, row.projectId)
    await wishes.write(tx, id)
    return true
  }
}

async function asItIs(tx: Tx, id: InstanceId, organizationId: OrganizationId, links: GatewayLinks): Promise<Instance> {
  const loaded = await loadInstance(tx, id)
  if (loaded?.row.organizationId !== organizationId) throw new Refused('notFound')
  return instanceWire(loaded.row, loaded.deployments, links)
}
