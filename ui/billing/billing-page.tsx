import { Outlet } from 'react-router-dom'
import { useConfiguration } from '../hooks/use-configuration.ts'
import { useOrganization } from '../hooks/use-organization.ts'
import { useTitle } from '../hooks/use-title.ts'
import { PageBody } from '../parts/layout/page-body.tsx'
import { LinkTabs } from '../parts/navigation/link-tabs.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { AsOf } from '../shell/frame/as-of.tsx'
import { billingTabs } from './billing-tabs.ts'

/** The frame of an organisation's billing; each tab is a page. */
export const BillingPage = () => {
  const organization = useOrganization()
  const billing = useConfiguration()?.billing
  useTitle('Billing')
  if (!organization || billing === undefined) return null
  const { name, username } = organization.profile
  if (billing === 'off')
    return (
      <PageBody>
        <EmptyState title="Nothing is charged here" text="This installation does not charge for anything." />
      </PageBody>
    )
  return (
    <PageBody>
      <PageHeader
        title="Billing"
        text={name}
        mark={<AsOf />}
        tabs={
          <LinkTabs
            label="Billing"
            tabs={billingTabs.map(({ path, label }) => ({ to: `/${username}/billing/${path}`, label }))}
          />
        }
      />
      <Outlet />
    </PageBody>
  )
}
