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
  readIdentity: async (request) => {
    const [profile, addresses] = await Promise.all([
      readResource(request, '/user', account),
      readResource(request, '/user/emails', emails),
    ])
    return {
      subject: String(profile.id),
      username: profile.login,
      name: profile.name || profile.login,
      email: addresses.find((address) => address.primary && address.verified)?.email ?? null,
      avatar: profile.avatar_url,
      url: profile.html_url,
    }
  },
})
