import { lazy, Suspense } from 'react'
import { fetched } from '../../fetched.ts'
import { useConfiguration } from '../../use-configuration.ts'

const Notices = lazy(async () => ({ default: (await fetched(() => import('./notices.tsx'))).Notices }))
const BannerStrip = lazy(async () => ({ default: (await fetched(() => import('./banner-strip.tsx'))).BannerStrip }))

/** What stands above everything. Most installations have nothing to tell, and fetch nothing for it. */
export const FrameBanners = () => {
  const configuration = useConfiguration()
  if (!configuration) return null
  return (
    <Suspense>
      {(configuration.maintenance || configuration.announcement) && <Notices />}
      {configuration.hasBanners && <BannerStrip />}
    </Suspense>
  )
}
