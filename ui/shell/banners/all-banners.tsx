import { useConfiguration } from '../../hooks/use-configuration.ts'
import { BannerStrip } from './banner-strip.tsx'
import { Notices } from './notices.tsx'

/** Notices for everyone, and below them the banners for this user. */
export const AllBanners = () => (
  <>
    <Notices />
    {useConfiguration()?.hasBanners && <BannerStrip />}
  </>
)
