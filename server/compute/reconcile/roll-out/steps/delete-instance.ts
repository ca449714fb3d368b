import { eq } from 'drizzle-orm'
import { publishOrganizationEvents } from '../../../../live/outbox.ts'
import type { Tx } from '../../../../store/connection.ts'
import { domains, instances } from '../../../../store/schema.ts'
import { leaveAddresses, lockAddresses } from '../../../addresses/leases/settle-addresses.ts'
import { notifyCertificate } from '../../../domains/rows/domain-rows.ts'
import { notifyInstance } from '../../../instances/publish-instance.ts'
import { endRunsOf } from '../../../jobs/runs/end-runs-of.ts'
import { publishProjectChanged } from '../../../projects/publish-project-changed.ts'
import { detachVolumes } from '../../../volumes/attaching/detach-volumes.ts'
import type { StepContext } from './step-context.ts'

/** Removes an instance without workloads, with everything that was stored for it but its volumes and static addresses. */
export async function deleteInstance(tx: Tx, { instance }: Pick<StepContext, 'instance'>): Promise<void> {
  const { id, projectId, organizationId } = instance
  await lockAddresses(tx, instance)
  await detachVolumes(tx, instance)
  await leaveAddresses(tx, instance)
  const giveClaimsBack = await endRunsOf(tx, id)
  const names = await tx.select({ id: domains.id }).from(domains).where(eq(domains.instanceId, id))
  await tx.delete(instances).where(eq(instances.id, id))
  await publishProjectChanged(tx, projectId)
  for (const domain of names) await notifyCertificate(tx, domain.id)
  await publishOrganizationEvents(
    tx,
    organizationId,
    { kind: 'instanceRemoved', id },
    ...names.map((domain) => ({ kind: 'domainRemoved' as const, id: domain.id })),
  )
  await notifyInstance(tx, id)
  await giveClaimsBack()
}
