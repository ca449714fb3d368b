import * as v from 'valibot'
import { oauthDriver, readResource } from './oauth-driver.ts'

const link = v.nullish(v.object({ href: v.string() }))
const account = v.object({
  uuid: v.string(),
  username: v.nullish(v.string()),
  nickname: v.nullish(v.string()),
  display_name: v.nullish(v.string()),
  links: v.object({ avatar: link, html: link }),
})
const emails = v.object({
  values: v.array(v.object({ email: v.string(), is_primary: v.boolean(), is_confirmed: v.boolean() })),
})

export const bitbucket = oauthDriver({
  home: { issuer: 'https://bitbucket.org', site: 'https://bitbucket.org', api: 'https://api.bitbucket.org' },
  scope: 'account email',
  authorizePath: '/site/oauth2/authorize',
  tokenPath: '/site/oauth2/access_token',
  readIdentity: async (request) => {
    const [profile, addresses] = await Promise.all([
      readResource(request, '/2.0/user', account),
      readResource(request, '/2.0/user/emails', emails),
    ])
    const username = profile.username ?? profile.nickname ?? profile.uuid
    return {
      subject: profile.uuid,
      username,
      name: profile.display_name ?? username,
      email: addresses.values.find((address) => address.is_primary && address.is_confirmed)?.email ?? null,
      avatar: profile.links.avatar?.href ?? null,
      url: profile.links.html?.href ?? null,
    }
  },
})
