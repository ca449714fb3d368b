import { oidcDriver } from './oidc-driver.ts'

export const gitlab = oidcDriver({
  issuer: 'https://gitlab.com',
  identityFrom: (claims) => ({
    subject: claims.sub,
    username: claims.preferred_username ?? claims.nickname ?? claims.sub,
    name: claims.name ?? claims.preferred_username ?? claims.sub,
    email: claims.email_verified ? (claims.email ?? null) : null,
    avatar: claims.picture ?? null,
    url: claims.profile ?? null,
  }),
})
