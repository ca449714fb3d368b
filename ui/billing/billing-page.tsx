import { Outlet, useMatch } from 'react-router-dom'
import { useConfiguration } from '../hooks/use-configuration.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useOrganization } from '../hooks/use-organization.ts'
import { useTitle } from '../hooks/use-title.ts'
import { PageBody } from '../parts/layout/page-body.tsx'
import { LinkTabs } from '../parts/navigation/link-tabs.tsx'
import { PageHeader } from '../parts/navigation/page-header.tsx'
import { AsOf } from '../shell/frame/as-of.tsx'
import { NotFoundState } from '../shell/not-found-state.tsx'
import { BalanceFigures } from './balance/balance-figures.tsx'
import { TopUpButton } from './balance/top-up-button.tsx'
import { billingTabs, hasBilling } from './billing-tabs.ts'

/** The frame of an organisation's billing; each tab is a page. Without billing there is no such page. */
export const BillingPage = () => {
  const configuration = useConfiguration()
  if (configuration === null) return null
  return hasBilling(configuration) ? <Pages /> : <NotFoundState />
}

const Pages = () => {
  const organization = useOrganization()
  useTitle('Billing')
  const canSee = useBlocked('billing.read') === undefined
  // It shows the balance itself, with its entries.
  const isCredits = useMatch('/:username/billing/credits/*') !== null
  if (!organization) return null
  const { name, username } = organization.profile
  return (
    <PageBody>
      <PageHeader
        title="Billing"
        text={name}
        mark={<AsOf />}
        actions={<TopUpButton />}
        tabs={
          <LinkTabs
            label="Billing"
            tabs={billingTabs.map(({ path, label }) => ({ to: `/${username}/billing/${path}`, label }))}
          />
        }
      />
      {canSee && !isCredits && <BalanceFigures orgId={organization._id} />}
      <Outlet />
    </PageBody>
  )
}
