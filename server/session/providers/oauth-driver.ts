import type * as v from 'valibot'
import { parse } from 'valibot'
import type { IdentityRequest, ProviderEndpoints, SignInDriver } from './sign-in-driver.ts'

const TIMEOUT_SECONDS = 10

/** A provider of plain OAuth 2: its end points are known, and its API says who the person is. */
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
  if (!response.ok) throw new Error(`${url.pathname} answered ${response.status}.`)
  return parse(schema, await response.json())
}
