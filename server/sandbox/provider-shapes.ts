import type { Provider } from '../../src/contract/wire/account.ts'
import { type SandboxUser, sandboxPage } from './sandbox-user.ts'

/** The paths, scopes and responses that make a stand-in look like the real provider. */
export interface ProviderShape {
  title: string
  /** Paths below the provider's base path. */
  routes: Record<string, string>
  scopes: string[]
  /** Responses of the API to a valid access token, by path. */
  resources: Record<string, (user: SandboxUser) => unknown>
}

const openId = ['openid', 'profile', 'email']

export const providerShapes: Record<Provider, ProviderShape> = {
  google: {
    title: 'Google',
    routes: {
      authorization: '/o/oauth2/v2/auth',
      token: '/token',
      userinfo: '/v1/userinfo',
      jwks: '/oauth2/v3/certs',
    },
    scopes: openId,
    resources: {},
  },
  gitlab: {
    title: 'GitLab',
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      userinfo: '/oauth/userinfo',
      jwks: '/oauth/discovery/keys',
    },
    scopes: [...openId, 'read_api', 'read_repository'],
    resources: {},
  },
  github: {
    title: 'GitHub',
    routes: { authorization: '/login/oauth/authorize', token: '/login/oauth/access_token' },
    scopes: ['read:user', 'user:email', 'repo'],
    resources: {
      '/user': (user) => ({
        id: Number(user.id),
        login: user.username,
        name: user.name,
        avatar_url: null,
        html_url: sandboxPage('github', user),
      }),
      '/user/emails': ({ email }) => [{ email, primary: true, verified: true, visibility: 'private' }],
    },
  },
  bitbucket: {
    title: 'Bitbucket',
    routes: { authorization: '/site/oauth2/authorize', token: '/site/oauth2/access_token' },
    scopes: ['account', 'email', 'repository'],
    resources: {
      '/2.0/user': (user) => ({
        uuid: user.id,
        username: user.username,
        display_name: user.name,
        links: { html: { href: sandboxPage('bitbucket', user) } },
      }),
      '/2.0/user/emails': ({ email }) => ({ values: [{ email, is_primary: true, is_confirmed: true }] }),
    },
  },
}
