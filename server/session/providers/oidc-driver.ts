import type { UserInfoResponse } from 'openid-client'
import type { ProviderEndpoints, ProviderIdentity, SignInDriver } from './sign-in-driver.ts'

const TIMEOUT_SECONDS = 10

/** A provider that describes itself by OpenID Connect discovery. */
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
        // The last one checks the signature of every ID token, also of those that come straight from the provider.
        execute: [...(endpoints.plainHttp ? [allowInsecureRequests] : []), enableNonRepudiationChecks],
        timeout: TIMEOUT_SECONDS,
      })
    },
    readIdentity: async ({ configuration, accessToken, subject }) => {
      const { fetchUserInfo } = await import('openid-client')
      if (subject === undefined) throw new Error('The provider answered no ID token.')
      return own.identityFrom(await fetchUserInfo(configuration, accessToken, subject))
    },
  }
}
