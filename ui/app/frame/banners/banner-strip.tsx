import { ChevronLeft, ChevronRight } from 'lucide-react'
import { selectBanners } from '../../../../src/banners/banners.ts'
import { IconButton } from '../../../parts/actions/icon-button.tsx'
import { LinkButton } from '../../../parts/actions/link-button.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { useAsk } from '../../use-ask.ts'
import { useRead } from '../../use-read.ts'
import { useSelected } from '../../use-selected.ts'
import { useSend } from '../../use-send.ts'
import css from './banner-strip.module.css'

/** One of the banners that a person is still to see; opening it or putting it away is its visit. */
export const BannerStrip = () => {
  const send = useSend()
  const { ask } = useAsk('visitBanner')
  useRead('readBanners', {})
  const banners = useSelected(selectBanners)
  const at = banners.findIndex(({ active }) => active)
  const shown = banners[at]
  if (!shown) return null
  const step = (by: number) => {
    const next = banners[(at + by + banners.length) % banners.length]
    if (next) send({ type: 'ui/bannerSelected', id: next._id })
  }
  const visit = () => ask({ id: shown._id })
  return (
    <Banner
      across
      title={shown.title}
      onClose={visit}
      actions={
        <>
          {shown.link && (
            <LinkButton size="small" href={shown.link.href} newTab onClick={visit}>
              {shown.link.label}
            </LinkButton>
          )}
          {banners.length > 1 && (
            <span className={css.pages}>
              <IconButton size="small" label="Previous banner" icon={<ChevronLeft />} onClick={() => step(-1)} />
              {at + 1} of {banners.length}
              <IconButton size="small" label="Next banner" icon={<ChevronRight />} onClick={() => step(1)} />
            </span>
          )}
        </>
      }
    >
      {shown.text}
    </Banner>
  )
}
