import type { Configuration } from 'openid-client'
import { type Provider, providers } from '../../src/contract/wire/account.ts'
import type { Config } from '../config.ts'
import type { SandboxIdentity } from '../sandbox/identity.ts'
import { bitbucket } from './providers/bitbucket.ts'
import { github } from './providers/github.ts'
import { gitlab } from './providers/gitlab.ts'
import { google } from './providers/google.ts'
import type { ProviderEndpoints, SignInDriver } from './providers/sign-in-driver.ts'

export const drivers: Record<Provider, SignInDriver> = { google, github, gitlab, bitbucket }

/** A connected provider through which users can sign in. */
export interface SignInProvider {
  driver: SignInDriver
  endpoints: ProviderEndpoints
  configuration: Configuration
  sandbox: boolean
}

export type FindSignInProvider = (provider: Provider) => Promise<SignInProvider | null>

/** Returns the providers that the sandbox replaces: those without configured client credentials; none in production. */
export const sandboxProviders = (config: Pick<Config, 'mode' | 'providers'>): Provider[] =>
  config.mode === 'sandbox' ? providers.filter((provider) => !config.providers[provider]) : []

/** Connects to each provider once, on first use. */
export const createSignInProviders = (
  config: Pick<Config, 'mode' | 'providers'>,
  sandbox: SandboxIdentity | null,
): FindSignInProvider => {
  const connected = new Map<Provider, Promise<SignInProvider | null>>()

  const connect = async (provider: Provider): Promise<SignInProvider | null> => {
    const driver = drivers[provider]
    const own = config.providers[provider]
    if (own)
      return { driver, endpoints: driver.home, configuration: await driver.connect(driver.home, own), sandbox: false }
    if (!sandbox) return null
    const endpoints = sandbox.endpoints(provider)
    return { driver, endpoints, configuration: await driver.connect(endpoints, sandbox.client), sandbox: true }
  }

  return (provider) => {
    const known = connected.get(provider)
    if (known) return known
    const signInProvider = connect(provider)
    connected.set(provider, signInProvider)
    signInProvider.catch(() => connected.delete(provider))
    return signInProvider
  }
}
