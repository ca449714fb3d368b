import type { CallMessage } from '../contract/call-message.ts'
import type { Banner } from '../contract/wire/banner.ts'
import { slice } from '../core/slice.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type BannerMessage = { type: 'ui/bannerSelected'; id: string }

const activated = (banners: readonly Banner[], id: string | undefined): Banner[] =>
  banners.map((banner) => ({ ...banner, active: banner._id === id }))

/** The banners that the user has not seen yet; at most one is active. */
export const banners = slice<Banner[], CallMessage | SessionMessage | BannerMessage>([], {
  'api/readBanners.succeeded': (_draft, { response }) => response.banners,
  'ui/bannerSelected': (draft, { id }) => (draft.some(({ _id }) => _id === id) ? activated(draft, id) : undefined),
  'api/visitBanner.succeeded': (draft, { input }) => {
    const left = draft.filter(({ _id }) => _id !== input.id)
    return left.some(({ active }) => active) ? left : activated(left, left[0]?._id)
  },
  ...resetOnUserChange<Banner[]>(() => []),
})

export const selectBanners = (state: { banners: Banner[] }): Banner[] => state.banners
