import * as v from 'valibot'
import { described } from './setting-kinds.ts'
import { StartUpError } from './start-up/start-up-error.ts'

const providerNames = ['google', 'github', 'gitlab', 'bitbucket'] as const
export type ProviderName = (typeof providerNames)[number]

export interface ProviderClient {
  clientId: string
  clientSecret: string
}

export type Providers = Partial<Record<ProviderName, ProviderClient>>

const client = (name: string) => ({
  [`${name}_CLIENT_ID`]: described(
    v.optional(v.string()),
    'OAuth client ID of this provider; enables login through it, together with the secret.',
  ),
  [`${name}_CLIENT_SECRET`]: described(v.optional(v.string()), `OAuth client secret for ${name}_CLIENT_ID.`),
})

/** Settings of the providers through which users sign in. */
export const providerSettings = {
  ...client('GOOGLE'),
  ...client('GITHUB'),
  ...client('GITLAB'),
  ...client('BITBUCKET'),
}

export const providersFrom = (given: Record<string, string | undefined>): Providers => {
  const providers: Providers = {}
  for (const name of providerNames) {
    const clientId = given[`${name.toUpperCase()}_CLIENT_ID`]
    const clientSecret = given[`${name.toUpperCase()}_CLIENT_SECRET`]
    if (Boolean(clientId) !== Boolean(clientSecret))
      throw new StartUpError(
        `Login through ${name} needs both ${name.toUpperCase()}_CLIENT_ID and ${name.toUpperCase()}_CLIENT_SECRET. Set the one that is missing, or remove the other.`,
      )
    if (clientId && clientSecret) providers[name] = { clientId, clientSecret }
  }
  return providers
}
