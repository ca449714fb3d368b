import type { LoginProvider, Provider } from '../contract/wire/account.ts'

/** Apps that know people by Google only name themselves in the address that they want a person back at. */
const googleOnly = /checker|registration|genesis/

/** The providers that the pages before sign-in offer, for one who is headed there. */
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
