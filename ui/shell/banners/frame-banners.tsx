import { useConfiguration } from '../../hooks/use-configuration.ts'
import { lazy } from '../../parts/lazy/lazy.tsx'

const AllBanners = lazy(() => import('./all-banners.tsx'), 'AllBanners')

/** What stands above everything. Most installations have nothing to tell, and fetch nothing for it. */
export const FrameBanners = () => {
  const known = useConfiguration()
  if (!known || !(known.maintenance || known.announcement || known.hasBanners)) return null
  return <AllBanners />
}
