import { sql } from 'drizzle-orm'
import type { usageCalls } from '../../../src/contract/calls/compute/usage-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Db } from '../../store/connection.ts'
import { isOfCluster, periodOf, readFunds } from './funds-usage.ts'

export const usageHandlers = ({
  db,
}: {
  db: Db
}): Handlers<Exclude<keyof typeof usageCalls, 'readAttention' | 'readResourceUse'>> => ({
  readProjectFunds: ({ input, scope }) =>
    readFunds(
      db,
      sql`u.project_id = ${input.id} and u.organization_id = ${scopeOf(scope).organizationId}`,
      periodOf(input, new Date()),
    ),

  readClusterFunds: ({ input, scope }) =>
    readFunds(
      db,
      sql`u.organization_id = ${scopeOf(scope).organizationId}
        and ${isOfCluster(sql`${input.id}`)}`,
      periodOf(input, new Date()),
    ),

  async readComputeWalletUsage({ input, scope }) {
    const { organizationId, role } = scopeOf(scope)
    const funds = await readFunds(db, sql`u.organization_id = ${organizationId}`, periodOf(input, new Date()))
    return role === null ? { ...funds, usedMicros: null, dailyMicros: null } : funds
  },

  async readComputeUsage({ input, scope }) {
    const { organizationId } = scopeOf(scope)
    const [funds, { rows }] = await Promise.all([
      readFunds(db, sql`u.organization_id = ${organizationId}`, periodOf(input, new Date())),
      db.execute<Record<'instances' | 'replicas' | 'cpu' | 'memory' | 'storage' | 'gpu', string>>(sql`
        select count(distinct instance_id) as instances, count(*) filter (where subject = 'replica') as replicas,
          coalesce(sum(cpu_milli), 0) as cpu, coalesce(sum(memory_bytes), 0) as memory,
          coalesce(sum(storage_bytes), 0) as storage, coalesce(sum(gpu), 0) as gpu
        from usage_interval where organization_id = ${organizationId} and ended_at is null`),
    ])
    const [now] = rows
    return {
      ...funds,
      instances: Number(now?.instances ?? 0),
      replicas: Number(now?.replicas ?? 0),
      cpu: Number(now?.cpu ?? 0),
      memory: Number(now?.memory ?? 0),
      storage: Number(now?.storage ?? 0),
      gpu: Number(now?.gpu ?? 0),
    }
  },
})
