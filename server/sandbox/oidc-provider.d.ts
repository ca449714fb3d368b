/** The part of oidc-provider that is used; the package has no types. */
declare module 'oidc-provider' {
  type Incoming = import('node:http').IncomingMessage
  type Outgoing = import('node:http').ServerResponse

  export interface GrantRecord {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export interface Context {
    type: string
    status: number
    body: unknown
    set(name: string, value: string): void
    oidc: {
      provider: Provider
      client: { clientId: string }
      session: { accountId: string }
      params: { scope?: string }
    }
  }

  export interface Adapter {
    upsert(id: string, payload: object, expiresIn?: number): Promise<void>
    find(id: string): Promise<object | undefined>
    findByUid(uid: string): Promise<object | undefined>
    findByUserCode(userCode: string): Promise<object | undefined>
    consume(id: string): Promise<void>
    destroy(id: string): Promise<void>
    revokeByGrantId(grantId: string): Promise<void>
  }

  export interface Configuration {
    adapter: (model: string) => Adapter
    claims: Record<string, string[]>
    clientBasedCORS: () => boolean
    clients: Record<string, unknown>[]
    cookies: { keys: string[]; names: Record<string, string>; long: object; short: object }
    expiresWithSession: () => boolean
    features: Record<string, { enabled: boolean }>
    findAccount: (
      context: Context,
      id: string,
    ) => Promise<{ accountId: string; claims: () => Promise<Record<string, unknown> & { sub: string }> } | undefined>
    interactions: { url: (context: Context, interaction: { uid: string }) => string; policy: PolicyPrompts }
    jwks: { keys: object[] }
    loadExistingGrant: (context: Context) => Promise<GrantRecord>
    pkce: { required: () => boolean }
    renderError: (context: Context, out: Record<string, string>, error: Error) => void
    routes: Record<string, string>
    scopes: string[]
    ttl: Record<string, number>
  }

  export interface PolicyPrompts {
    remove(name: string): void
  }

  export const interactionPolicy: { base(): PolicyPrompts }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    readonly AccessToken: { find(value: string): Promise<{ accountId: string } | undefined> }
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } }
    readonly Grant: new (properties: {
      clientId: string
      accountId: string
    }) => GrantRecord
    callback(): (request: Incoming, response: Outgoing) => Promise<void>
    interactionDetails(request: Incoming, response: Outgoing): Promise<{ uid: string }>
    /** Resolves with the address to which the browser is redirected. */
    interactionResult(
      request: Incoming,
      response: Outgoing,
      result: { login: { accountId: string; remember: boolean } } | { error: string; error_description: string },
      options: { mergeWithLastSubmission: boolean },
    ): Promise<string>
    on(event: 'error' | 'server_error', listener: (...parameters: unknown[]) => void): this
  }
}
