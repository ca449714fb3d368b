import type { Organization } from '../../../src/contract/wire/account.ts'
import { hasBilling } from '../../billing/billing-tabs.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { lazy } from '../../parts/lazy/lazy.tsx'

const AllBanners = lazy(() => import('./all-banners.tsx'), 'AllBanners')
const FundsBanner = lazy(() => import('./funds-banner.tsx'), 'FundsBanner')

/** Banners above the frame, also those of an organisation on its pages. Without any, their code is not fetched. */
export const FrameBanners = ({ organization = null }: { organization?: Organization | null }) => {
  const known = useConfiguration()
  if (!known) return null
  return (
    <>
      {(known.maintenance || known.announcement || known.hasBanners) && <AllBanners />}
      {organization && hasBilling(known) && <FundsBanner organization={organization} />}
    </>
  )
}
