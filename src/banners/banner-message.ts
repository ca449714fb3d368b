export type BannerMessage = { type: 'ui/bannerSelected'; id: string }
