import * as v from 'valibot'
import { call } from '../call.ts'
import { banner } from '../wire/banner.ts'
import { done } from '../wire/common.ts'

export const bannerCalls = {
  readBanners: call({
    method: 'GET',
    path: 'banner/toSee',
    access: 'inSession',
    response: v.object({ success: v.boolean(), banners: v.array(banner) }),
    summary: 'List the banners that the caller has not visited. The first one is active.',
  }),
  visitBanner: call({
    method: 'POST',
    path: 'banner/visited/{id}',
    access: 'inSession',
    params: v.strictObject({ id: v.pipe(v.string(), v.regex(/^[\w-]{1,60}$/, 'Not a valid id.')) }),
    response: done,
    invalidates: [],
    summary: 'Record that the caller opened or dismissed a banner.',
  }),
}
