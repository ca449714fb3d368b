import * as v from 'valibot'
import { oauthDriver, readResource } from './oauth-driver.ts'

const account = v.object({
  id: v.number(),
  login: v.string(),
  name: v.nullish(v.string()),
  avatar_url: v.nullish(v.string(), null),
  html_url: v.nullish(v.string(), null),
})
const emails = v.array(v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }))

export const github = oauthDriver({
  home: { issuer: 'https://github.com/login/oauth', site: 'https://github.com', api: 'https://api.github.com' },
  scope: 'read:user user:email',
  authorizePath: '/login/oauth/authorize',
  tokenPath: '/login/oauth/access_token',
  readIdentity: async (asked) => {
    const [person, addresses] = await Promise.all([
      readResource(asked, '/user', account),
      readResource(asked, '/user/emails', emails),
    ])
    return {
      subject: String(person.id),
      username: person.login,
      name: person.name || person.login,
      email: addresses.find((address) => address.primary && address.verified)?.email ?? null,
      avatar: person.avatar_url,
      url: person.html_url,
    }
  },
})
