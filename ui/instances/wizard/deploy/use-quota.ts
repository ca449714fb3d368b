import type { Organization } from '../../../../src/contract/wire/account.ts'
import type { Quota } from '../../../../src/contract/wire/quota.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import type { ServiceTotals } from '../../../../src/instances/wizard/service-totals.ts'
import { exceededQuota, isScarce, type QuotaNeed } from '../../../../src/rules/quotas.ts'
import { useBlocked } from '../../../hooks/use-membership.ts'
import { useQuery } from '../../../hooks/use-query.ts'

export interface QuotaView {
  need: QuotaNeed
  /** The quota is exhausted: the server would reject an instance of this size. */
  exceeded: Quota | undefined
  /** The quota is nearly exhausted with this instance. */
  scarce: Quota[]
}

/** Compares the chosen size with the organisation's quotas; null while they are not known. */
export const useQuota = (organization: Organization | null, needed: ServiceTotals | null): QuotaView | null => {
  const mayDeploy = useBlocked('instances.write') === undefined
  const { data } = useQuery('readQuotas', organization && mayDeploy ? { id: organization._id } : null)
  const quotas = lastLoaded(data)?.value.quotas
  if (!quotas || !needed) return null
  const { cpu, memory, storage, persistentHdd, persistentSsd, persistentNvme, publicPorts: ports } = needed
  const need: QuotaNeed = {
    instances: 1,
    ports,
    cpu,
    memory,
    storage: storage + persistentHdd + persistentSsd + persistentNvme,
  }
  const after = quotas.flatMap((quota) => {
    const needed = need[quota.name]
    return needed === undefined ? [] : [{ ...quota, used: quota.used + needed }]
  })
  return { need, exceeded: exceededQuota(quotas, need), scarce: after.filter(isScarce) }
}
