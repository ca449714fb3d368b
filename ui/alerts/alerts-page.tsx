import { useOrganization } from '../hooks/use-organization.ts'
import { useTitle } from '../hooks/use-title.ts'
import { PageBody } from '../parts/layout/page-body.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { AsOf } from '../shell/frame/as-of.tsx'
import { MaySee } from '../shell/permissions/may-see.tsx'
import { AlertRules } from './alert-rules.tsx'
import { Incidents } from './incidents/incidents.tsx'

/** The rules of an organisation, and what they found. */
export const AlertsPage = () => {
  const organization = useOrganization()
  useTitle('Alerts')
  if (!organization) return null
  return (
    <PageBody>
      <PageHeader title="Alerts" text={organization.profile.name} mark={<AsOf />} />
      <MaySee may="instances.read" what="the alerts">
        <Stack>
          <Incidents organizationId={organization._id} />
          <AlertRules organizationId={organization._id} />
        </Stack>
      </MaySee>
    </PageBody>
  )
}
