import { sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Log } from '../../log.ts'
import type { Db } from '../../store/connection.ts'
import { restartOf } from '../deployments/changes/copy-deployment.ts'
import { deployChange } from '../deployments/changes/deploy-change.ts'
import type { CreateOptions } from '../instances/create-instance.ts'
import { endInstance } from '../instances/end-instance.ts'

export interface SettleOptions extends CreateOptions {
  log: Log
}

type Pending = { id: InstanceId; organization_id: OrganizationId; is_stopped: boolean }

/**
 * Closes what runs of stopped organisations, and starts again what was closed for those that are not stopped any more.
 * Each instance is one transaction that checks the reason again, so that any number of nodes may do it at once. Returns
 * how many instances have to be looked at again.
 */
export async function settleStops(options: SettleOptions): Promise<number> {
  let remaining = 0
  for (const instance of await pendingIn(options.db)) {
    const isSettled = instance.is_stopped ? await stop(options, instance) : await start(options, instance)
    if (!isSettled) remaining += 1
  }
  return remaining
}

async function pendingIn(db: Db): Promise<Pending[]> {
  const { rows } = await db.execute<Pending>(sql`
    select i.id, i.organization_id, true as is_stopped
    from instance i join compute_stop s on s.organization_id = i.organization_id
    where i.desired_state = 'active' and i.state in ('Starting', 'Active')
    union all
    select i.id, i.organization_id, false from instance i
    where i.stop_reason is not null and i.desired_state = 'closed'
      and not exists (select 1 from compute_stop s where s.organization_id = i.organization_id)
    order by id`)
  return rows
}

async function stop({ db, links, log }: SettleOptions, { id, organization_id }: Pending): Promise<boolean> {
  try {
    await endInstance({ db, links }, id, organization_id, { desiredState: 'closed', stopReason: 'funds' })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.code === 'notFound') return true
    log.warn({ err: error, instanceId: id }, 'an instance could not be stopped; trying again')
    return false
  }
}

async function start(options: SettleOptions, { id, organization_id }: Pending): Promise<boolean> {
  try {
    await deployChange(options, {
      id,
      organizationId: organization_id,
      author: null,
      reason: 'restart',
      action: 'instance.restarted',
      event: 'instanceResumed',
      strategy: 'surge',
      isDue: ({ stopReason }) => stopReason !== null,
      revise: (tx, newest, instance) => restartOf(tx, options.deploymentSecrets, newest, instance),
    })
    return true
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined
    // A top-up takes its time: the next regular pass is soon enough.
    if (code === 'notFound' || code === 'fundsStopped' || code === 'insufficientFunds') return true
    // It is closing still, or there is no room for it; whatever it is, the others start.
    options.log[code ? 'info' : 'warn']({ err: error, instanceId: id }, 'an instance does not start again yet')
    return false
  }
}
