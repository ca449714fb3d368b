import type * as v from 'valibot'
import { parse } from 'valibot'
import type { IdentityRequest, ProviderEndpoints, SignInDriver } from './sign-in-driver.ts'

const TIMEOUT_SECONDS = 10

/** Creates a driver for plain OAuth 2: the endpoints are known, and the provider's API returns the profile. */
export const oauthDriver = (own: {
  home: ProviderEndpoints
  scope: string
  authorizePath: string
  tokenPath: string
  readIdentity: SignInDriver['readIdentity']
}): SignInDriver => ({
  home: own.home,
  scope: own.scope,
  usesNonce: false,
  connect: async (endpoints, client) => {
    const { allowInsecureRequests, Configuration } = await import('openid-client')
    const configuration = new Configuration(
      {
        issuer: endpoints.issuer,
        authorization_endpoint: `${endpoints.site}${own.authorizePath}`,
        token_endpoint: `${endpoints.site}${own.tokenPath}`,
      },
      client.clientId,
      client.clientSecret,
    )
    configuration.timeout = TIMEOUT_SECONDS
    if (endpoints.plainHttp) allowInsecureRequests(configuration)
    return configuration
  },
  readIdentity: own.readIdentity,
})

export const readResource = async <S extends v.GenericSchema>(
  { configuration, endpoints, accessToken }: IdentityRequest,
  path: string,
  schema: S,
): Promise<v.InferOutput<S>> => {
  const { fetchProtectedResource } = await import('openid-client')
  const url = new URL(`${endpoints.api}${path}`)
  const headers = new Headers({ accept: 'application/json' })
  const response = await fetchProtectedResource(configuration, accessToken, url, 'GET', null, headers)
  if (!response.ok) throw new Error(`${url.pathname} responded with ${response.status}.`)
  return parse(schema, await response.json())
}
