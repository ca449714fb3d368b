import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { Engines } from '../engines/engines.ts'
import type { Log } from '../log.ts'
import { releaseAddressesOf } from './addresses/rows/release-address.ts'
import { type RemoveOptions, removeInstancesOf } from './instances/remove-instances-of.ts'
import { removeVolumesOf } from './volumes/watch/remove-volumes.ts'

interface ContentOptions extends RemoveOptions {
  engines: Engines
  log: Log
  snapshots: { removeOf(organizationId: OrganizationId): Promise<number> }
}

/** Deletes what an organisation has on engines, in an order in which each can go. Returns how many are not gone yet. */
export async function removeContentsOf(options: ContentOptions, organizationId: OrganizationId): Promise<number> {
  const { db, engines, log, snapshots } = options
  const remaining = await removeInstancesOf(options, organizationId)
  if (remaining > 0) return remaining
  const kept = await snapshots.removeOf(organizationId)
  const left = kept > 0 ? kept : await removeVolumesOf({ db, engines, log }, organizationId)
  if (left === 0) await releaseAddressesOf(db, organizationId)
  return left
}
