import { desc, eq } from 'drizzle-orm'
import type { AnswerOf, ParsedOf } from '../../../src/contract/contract.ts'
import { Refused } from '../../http/refused.ts'
import type { Db } from '../../store/connection.ts'
import { deployments } from '../../store/schema.ts'
import { downloadPath } from './download/download-routes.ts'
import { makeTicket } from './download/tickets.ts'
import { serviceIn } from './log-address.ts'
import type { WorkloadLogs } from './reading/workload-logs.ts'

/** What can be asked of an instance: its log as a file, or that its output is looked at again at once. */
export async function triggerInstance(
  { db, logs }: { db: Db; logs: Pick<WorkloadLogs, 'lookAgain'> },
  input: ParsedOf<'triggerInstance'>,
): Promise<AnswerOf<'triggerInstance'>> {
  const its = await db
    .select({ id: deployments.id, endedAt: deployments.endedAt })
    .from(deployments)
    .where(eq(deployments.instanceId, input.id))
    .orderBy(desc(deployments.createdAt))
  const deployment = input.deploymentId ? its.find(({ id }) => id === input.deploymentId) : its[0]
  if (!deployment) throw new Refused('notFound')

  if (input.type === 'fetch-logs') {
    if (!deployment.endedAt) logs.lookAgain(deployment.id)
    return { url: null, message: 'The log is being read again' }
  }
  const ticket = await makeTicket(db, {
    deploymentId: deployment.id,
    logType: input.logType,
    service: serviceIn(input) ?? null,
    format: input.format,
    firstSequence: input.first ?? 0,
    lastSequence: input.last ?? null,
  })
  return { url: downloadPath(deployment.id, ticket), message: 'The download is ready' }
}
