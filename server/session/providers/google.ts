import { oidcDriver } from './oidc-driver.ts'

export const google = oidcDriver({
  issuer: 'https://accounts.google.com',
  identityFrom: (claims) => ({
    subject: claims.sub,
    username: claims.email?.split('@')[0] ?? claims.sub,
    name: claims.name ?? claims.email ?? claims.sub,
    email: claims.email_verified ? (claims.email ?? null) : null,
    avatar: claims.picture ?? null,
    url: null,
  }),
})
