import type { UserInfoResponse } from 'openid-client'
import type { ProviderEndpoints, ProviderIdentity, SignInDriver } from './sign-in-driver.ts'

const TIMEOUT_SECONDS = 10

/** Creates a driver for a provider with OpenID Connect discovery. */
export const oidcDriver = (own: {
  issuer: string
  identityFrom: (claims: UserInfoResponse) => ProviderIdentity
}): SignInDriver => {
  const home: ProviderEndpoints = { issuer: own.issuer, site: own.issuer, api: own.issuer }
  return {
    home,
    scope: 'openid profile email',
    usesNonce: true,
    connect: async (endpoints, client) => {
      const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client')
      return discovery(new URL(endpoints.issuer), client.clientId, client.clientSecret, undefined, {
        // enableNonRepudiationChecks verifies the signature of every ID token, even of those that come directly from
        // the provider.
        execute: [...(endpoints.plainHttp ? [allowInsecureRequests] : []), enableNonRepudiationChecks],
        timeout: TIMEOUT_SECONDS,
      })
    },
    readIdentity: async ({ configuration, accessToken, subject }) => {
      const { fetchUserInfo } = await import('openid-client')
      if (subject === undefined) throw new Error('The provider returned no ID token.')
      return own.identityFrom(await fetchUserInfo(configuration, accessToken, subject))
    },
  }
}
