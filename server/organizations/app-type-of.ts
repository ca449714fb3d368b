import type { AppType } from '../../src/contract/wire/account.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { OrganizationRow } from './organization-wire.ts'

/** Returns the app type of an id: that of the sub-organisation, or the organisation's preferred one. */
export const appTypeOf = (
  { siteId, computeId, storageId, preferedAppType }: OrganizationRow,
  id: OrganizationId,
): AppType => {
  if (id === siteId) return 'site'
  if (id === computeId) return 'compute'
  return id === storageId ? 'storage' : preferedAppType
}
