import { and, eq, isNull, ne } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'
import { deployments, instances } from '../../../store/schema.ts'
import type { AddressRow } from '../rows/address-wire.ts'
import { staticNameOf } from './leased-places.ts'

/** Returns another instance that runs with a static address, or is about to. The caller has locked the project. */
export async function findAddressUser(
  tx: Tx,
  { instanceId, name }: AddressRow,
  except?: InstanceId,
): Promise<{ name: string } | undefined> {
  if (!instanceId) return undefined
  const rows = await tx
    .select({ name: instances.name, host: instances.host, configuration: deployments.configuration })
    .from(deployments)
    .innerJoin(instances, eq(instances.id, deployments.instanceId))
    .where(
      and(
        eq(deployments.instanceId, instanceId),
        isNull(deployments.endedAt),
        except && ne(deployments.instanceId, except),
      ),
    )
  return rows.find(({ host, configuration }) =>
    configuration.services.some((service) => service.ipLease === 'static' && staticNameOf(service, host) === name),
  )
}
