import { useOrganization } from '../hooks/use-organization.ts'
import { useCurrentInstance } from '../instances/page/use-instance.ts'
import { Stack } from '../parts/layout/stack.tsx'
import { MaySee } from '../shell/permissions/may-see.tsx'
import { AlertRules } from './alert-rules.tsx'
import { Incidents } from './incidents/incidents.tsx'

/** The rules that watch an instance, and what they found. */
export const InstanceAlerts = () => {
  const organization = useOrganization()
  const { _id, name, computeProject } = useCurrentInstance()
  if (!organization) return null
  return (
    <MaySee may="instances.read" what="the alerts">
      <Stack>
        <Incidents organizationId={organization._id} instanceId={_id} />
        <AlertRules organizationId={organization._id} instance={{ _id, name, projectId: computeProject }} />
      </Stack>
    </MaySee>
  )
}
