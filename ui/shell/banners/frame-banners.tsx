import { useConfiguration } from '../../hooks/use-configuration.ts'
import { lazy } from '../../parts/lazy/lazy.tsx'

const AllBanners = lazy(() => import('./all-banners.tsx'), 'AllBanners')

/** Banners above the frame. Without any, their code is not fetched. */
export const FrameBanners = () => {
  const known = useConfiguration()
  if (!known || !(known.maintenance || known.announcement || known.hasBanners)) return null
  return <AllBanners />
}
