import { desc, eq } from 'drizzle-orm'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { Db } from '../../store/connection.ts'
import { deployments, instances } from '../../store/schema.ts'
import { downloadPath } from './download/download-routes.ts'
import { makeTicket, SERVICE_SEPARATOR } from './download/tickets.ts'
import { servicesIn } from './log-address.ts'
import type { WorkloadLogs } from './reading/workload-logs.ts'

const logTypeLabels: Record<LogType, string> = {
  logs: 'deployment log',
  instanceLogs: 'output',
  instanceEvents: 'events',
  shellCommands: 'shell commands',
  runLogs: 'output of a run',
}

export interface TriggerOptions {
  db: Db
  logs: Pick<WorkloadLogs, 'refresh'>
  /** Checks the replicas of an instance once, and resolves with a summary. */
  checkHealth(id: InstanceId): Promise<string>
}

/** Creates a link to download an instance's log, reads its output again at once, or checks its replicas. */
export async function triggerInstance(
  { db, logs, checkHealth }: TriggerOptions,
  context: Pick<CallContext<'triggerInstance'>, 'input' | 'scope' | 'caller' | 'address'>,
): Promise<ResponseOf<'triggerInstance'>> {
  const { input, scope } = context
  if (input.type === 'instance-health-check') return { url: null, message: await checkHealth(input.id) }
  const its = await db
    .select({ id: deployments.id, endedAt: deployments.endedAt })
    .from(deployments)
    .where(eq(deployments.instanceId, input.id))
    .orderBy(desc(deployments.createdAt))
  const deployment = input.deploymentId ? its.find(({ id }) => id === input.deploymentId) : its[0]
  if (!deployment) throw new ApiError('notFound')

  if (input.type === 'fetch-logs') {
    if (!deployment.endedAt) logs.refresh(deployment.id)
    return { url: null, message: 'The log is being read again' }
  }
  const ticket = await db.transaction(async (tx) => {
    const [instance] = await tx.select({ name: instances.name }).from(instances).where(eq(instances.id, input.id))
    const made = await makeTicket(tx, requireUser(context.caller), {
      deploymentId: deployment.id,
      logType: input.logType,
      service: servicesIn(input)?.join(SERVICE_SEPARATOR) ?? null,
      replica: null,
      format: input.format,
      firstSequence: input.first ?? 0,
      lastSequence: input.last ?? null,
    })
    await writeAudit(tx, context, {
      organizationId: scopeOf(scope).organizationId,
      action: 'log.downloaded',
      target: instance?.name ?? input.id,
      after: { log: logTypeLabels[input.logType], format: input.format, deployment: deployment.id },
    })
    return made
  })
  return { url: downloadPath(deployment.id, ticket), message: 'The download is ready' }
}
