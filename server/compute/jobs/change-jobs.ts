import { and, eq } from 'drizzle-orm'
import type { AuditAction } from '../../../src/contract/wire/audit.ts'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { type Author, writeAudit } from '../../audit/write-audit.ts'
import type { Scope } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { deployments, jobs } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { lockForChange } from '../deployments/changes/lock-for-change.ts'
import type { InstanceRow } from '../instances/instance-wire.ts'

type JobContext = Author & { input: { id: InstanceId }; scope: Scope | null }

/** Changes a job under the lock of its instance, publishes the change and records it. */
export const changeJobs = <Response>(
  db: Db,
  context: JobContext,
  action: AuditAction,
  change: (tx: Tx, instance: InstanceRow) => Promise<{ response: Response; name: string }>,
): Promise<Response> =>
  db.transaction(async (tx) => {
    const { organizationId } = scopeOf(context.scope)
    const instance = await lockForChange(tx, { id: context.input.id, organizationId })
    const { response, name } = await change(tx, instance)
    await publishOrganizationEvents(tx, organizationId, { kind: 'runsChanged', id: instance.id })
    await writeAudit(tx, context, { organizationId, action, target: instance.name, after: { job: name } })
    return response
  })

export async function checkName(tx: Tx, { id }: InstanceRow, name: string): Promise<void> {
  if ((await tx.$count(jobs, and(eq(jobs.instanceId, id), eq(jobs.name, name)))) > 0)
    throw invalidField('name', 'Another job of this instance has this name.')
}

export async function checkService(tx: Tx, instance: InstanceRow, name: string | undefined): Promise<void> {
  const id = instance.activeDeployment ?? instance.desiredDeployment
  if (name === undefined || !id) return
  const [deployment] = await tx
    .select({ configuration: deployments.configuration })
    .from(deployments)
    .where(eq(deployments.id, id))
  const known = deployment?.configuration.services.map((service) => service.name) ?? []
  if (!known.includes(name))
    throw invalidField('serviceName', `Unknown service ${name}. Choose one of ${known.join(', ')}.`)
}
