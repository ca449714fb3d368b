import type { AppType } from '../../src/contract/wire/account.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { OrganizationRow } from './organization-wire.ts'

/** The kind of app that an id stands for: that of the sub-organisation, or the one that the organisation prefers. */
export const appTypeOf = (
  { siteId, computeId, storageId, preferedAppType }: OrganizationRow,
  id: OrganizationId,
): AppType => {
  if (id === siteId) return 'site'
  if (id === computeId) return 'compute'
  return id === storageId ? 'storage' : preferedAppType
}
