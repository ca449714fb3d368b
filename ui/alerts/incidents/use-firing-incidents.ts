import type { Incident } from '../../../src/contract/wire/alerts/incident.ts'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'

const none: readonly Incident[] = []

/** Returns what fires for an instance, unless its rule is muted; null before the first response. Visitors see none. */
export const useFiringIncidents = (instanceId: InstanceId | null): readonly Incident[] | null => {
  const organization = useOrganization()
  const isHidden = !organization || organization.role === null || instanceId === null
  const { data } = useQuery(
    'readIncidents',
    isHidden ? null : { id: organization._id, instanceId, firing: 'y', limit: 20 },
  )
  const loaded = lastLoaded(data)?.value.incidents
  if (loaded) return loaded.filter(({ isMuted }) => !isMuted)
  return isHidden || data.kind === 'failed' ? none : null
}
