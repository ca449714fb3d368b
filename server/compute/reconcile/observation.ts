import { eq, sql } from 'drizzle-orm'
import type { DeploymentId } from '../../../src/contract/wire/common.ts'
import { notifyPerson, type PersonNews } from '../../live/outbox.ts'
import type { Db } from '../../store/connection.ts'
import { deployments, instances } from '../../store/schema.ts'
import type { GatewayLinks } from '../instances/gateway-links.ts'
import type { InstanceRow } from '../instances/instance-wire.ts'
import { sayInstanceChanged } from '../instances/say-instance.ts'
import { sayLines } from '../logs/chunks/append-lines.ts'
import type { KeptLine } from '../logs/kept-line.ts'
import { sayDeploymentLines } from '../logs/say-deployment-lines.ts'
import { type ProjectMoment, sayProjectChanged } from '../projects/say-project.ts'
import { LeaseLost, ownedBy } from './lease.ts'

type Seen =
  | 'state'
  | 'status'
  | 'stage'
  | 'fault'
  | 'publishedPorts'
  | 'observedAt'
  | 'deadlineAt'
  | 'dueAt'
  | 'activeSince'
  | 'attempts'

/** What a mover has seen or done. */
export interface Observation {
  set: Partial<Pick<InstanceRow, Seen>>
  /** The workload ended by itself and shall not be started again, whatever was wished before. */
  finished?: boolean
  /** The deployment is over. */
  ended?: boolean
  /** It is active for the first time. */
  isFirstTime?: boolean
  moment?: ProjectMoment
  lines?: readonly KeptLine[]
  events?: readonly KeptLine[]
  news?: PersonNews | undefined
}

/** Writes an observation, and all that tells of it, in one transaction; refused with `LeaseLost` when somebody else has taken over. */
export function writeObservation(
  { db, links }: { db: Db; links: GatewayLinks },
  before: InstanceRow,
  owner: string,
  seen: Observation,
): Promise<InstanceRow> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(instances)
      .set({
        ...seen.set,
        ...(seen.finished
          ? { wish: sql`case when ${instances.wish} = 'active' then 'closed' else ${instances.wish} end` }
          : {}),
        revision: sql`${instances.revision} + 1`,
        updatedAt: sql`now()`,
      })
      .where(ownedBy(before.id, owner))
      .returning()
    if (!row) throw new LeaseLost()
    if (row.activeDeployment) await sayOfDeployment(row.activeDeployment)
    if (row.state !== before.state) await sayProjectChanged(tx, row.projectId, seen.moment)
    await sayInstanceChanged(tx, row.id, links)
    if (seen.news && row.createdBy) await notifyPerson(tx, row.createdBy, seen.news)
    return row

    async function sayOfDeployment(id: DeploymentId): Promise<void> {
      if (seen.set.status || seen.ended) {
        await tx
          .update(deployments)
          .set({ status: row?.status, ...(seen.ended ? { endedAt: sql`now()` } : {}) })
          .where(eq(deployments.id, id))
      }
      await sayDeploymentLines(tx, id, seen.lines ?? [])
      await sayLines(tx, { deploymentId: id, logType: 'instanceEvents' }, seen.events ?? [])
    }
  })
}
