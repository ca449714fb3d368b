import type { Configuration } from 'openid-client'
import type { ProviderClient } from '../../provider-settings.ts'

/** The profile that a provider returns for the user who signs in. */
export interface ProviderIdentity {
  /** The provider's own id of the user; never changes. */
  subject: string
  username: string
  name: string
  /** Only an address that the provider has verified. */
  email: string | null
  avatar: string | null
  url: string | null
}

/** Addresses of a provider, or of a stand-in with the same paths. */
export interface ProviderEndpoints {
  issuer: string
  /** Base URL of its OAuth endpoints. */
  site: string
  /** Base URL of its API. */
  api: string
  /** Set for a stand-in on this machine, which has no certificate. */
  plainHttp?: true
}

/** Adapts one kind of provider; contains no sign-in policy. */
export interface SignInDriver {
  readonly home: ProviderEndpoints
  readonly scope: string
  /** Whether the provider returns an ID token, which a nonce binds to the attempt. */
  readonly usesNonce: boolean
  connect(endpoints: ProviderEndpoints, client: ProviderClient): Promise<Configuration>
  readIdentity(request: IdentityRequest): Promise<ProviderIdentity>
}

export interface IdentityRequest {
  configuration: Configuration
  endpoints: ProviderEndpoints
  accessToken: string
  /** The subject of the ID token, if there is one. */
  subject: string | undefined
}
