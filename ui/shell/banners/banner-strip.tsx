import { ChevronLeft, ChevronRight } from 'lucide-react'
import { selectBanners } from '../../../src/banners/banners.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import css from './banner-strip.module.css'

/** Shows one unread banner; opening or dismissing it marks it as read. */
export const BannerStrip = () => {
  const send = useSend()
  const { mutate } = useMutation('visitBanner')
  useQuery('readBanners', {})
  const banners = useSelected(selectBanners)
  const at = banners.findIndex(({ active }) => active)
  const banner = banners[at]
  if (!banner) return null
  const step = (by: number) => {
    const next = banners[(at + by + banners.length) % banners.length]
    if (next) send({ type: 'ui/bannerSelected', id: next._id })
  }
  const visit = () => mutate({ id: banner._id })
  return (
    <Banner
      across
      title={banner.title}
      onClose={visit}
      actions={
        <>
          {banner.link && (
            <LinkButton size="small" href={banner.link.href} newTab onClick={visit}>
              {banner.link.label}
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
      {banner.text}
    </Banner>
  )
}
