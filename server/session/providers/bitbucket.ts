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
  readIdentity: async (asked) => {
    const [person, addresses] = await Promise.all([
      readResource(asked, '/2.0/user', account),
      readResource(asked, '/2.0/user/emails', emails),
    ])
    const username = person.username ?? person.nickname ?? person.uuid
    return {
      subject: person.uuid,
      username,
      name: person.display_name ?? username,
      email: addresses.values.find((address) => address.is_primary && address.is_confirmed)?.email ?? null,
      avatar: person.links.avatar?.href ?? null,
      url: person.links.html?.href ?? null,
    }
  },
})
