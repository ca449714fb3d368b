import { useConfiguration } from '../../hooks/use-configuration.ts'
import { BannerStrip } from './banner-strip.tsx'
import { Notices } from './notices.tsx'

/** What all people are told, and below it what this person is still to see. */
export const AllBanners = () => (
  <>
    <Notices />
    {useConfiguration()?.hasBanners && <BannerStrip />}
  </>
)
