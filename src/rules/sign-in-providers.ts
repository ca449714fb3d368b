import type { LoginProvider, Provider } from '../contract/wire/account.ts'

/** Redirect URLs of apps whose users can only sign in with Google. */
const googleOnly = /checker|registration|genesis/

/** Returns the providers that the signed-out pages offer for a redirect URL. */
export const signInProviders = (redirectUrl: string | null): Provider[] =>
  redirectUrl !== null && googleOnly.test(redirectUrl) ? ['google'] : ['google', 'github']

export const providerNames: Record<LoginProvider, string> = {
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  bitbucket: 'Bitbucket',
  metamask: 'MetaMask',
  phantom: 'Phantom',
}
