import type { Configuration } from 'openid-client'
import type { ProviderClient } from '../../provider-settings.ts'

/** What a provider says of the person who signs in. */
export interface ProviderIdentity {
  /** The provider's own id of the person; never changes. */
  subject: string
  username: string
  name: string
  /** Only an address that the provider has verified. */
  email: string | null
  avatar: string | null
  url: string | null
}

/** Where a provider is: its own addresses, or a counterpart of the same shape. */
export interface ProviderEndpoints {
  issuer: string
  /** What the paths of its OAuth end points stand below. */
  site: string
  /** What the paths of its API stand below. */
  api: string
  /** Set for a counterpart on this machine, which has no certificate. */
  plainHttp?: true
}

/** One kind of provider: it translates, and decides nothing. */
export interface SignInDriver {
  readonly home: ProviderEndpoints
  readonly scope: string
  /** Whether it answers an ID token, which a nonce ties to the attempt. */
  readonly usesNonce: boolean
  connect(endpoints: ProviderEndpoints, client: ProviderClient): Promise<Configuration>
  readIdentity(request: IdentityRequest): Promise<ProviderIdentity>
}

export interface IdentityRequest {
  configuration: Configuration
  endpoints: ProviderEndpoints
  accessToken: string
  /** The subject of the ID token, where there is one. */
  subject: string | undefined
}
