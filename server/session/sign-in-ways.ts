import type { Configuration } from 'openid-client'
import { type Provider, providers } from '../../src/contract/wire/account.ts'
import type { Config } from '../config.ts'
import type { SandboxIdentity } from '../sandbox/identity.ts'
import { drivers } from './providers/drivers.ts'
import type { Place, SignInDriver } from './providers/sign-in-driver.ts'

/** A provider that people can sign in through, ready to be asked. */
export interface SignInWay {
  driver: SignInDriver
  place: Place
  configuration: Configuration
  sandbox: boolean
}

export type SignInWays = (provider: Provider) => Promise<SignInWay | null>

/** Providers that the sandbox stands in for: those without a client of their own, and none in production. */
export const sandboxProviders = (config: Pick<Config, 'mode' | 'providers'>): Provider[] =>
  config.mode === 'sandbox' ? providers.filter((provider) => !config.providers[provider]) : []

/** Connects to each provider once, when it is first needed. */
export const signInWays = (config: Pick<Config, 'mode' | 'providers'>, sandbox: SandboxIdentity | null): SignInWays => {
  const connected = new Map<Provider, Promise<SignInWay | null>>()

  const connect = async (provider: Provider): Promise<SignInWay | null> => {
    const driver = drivers[provider]
    const own = config.providers[provider]
    if (own)
      return { driver, place: driver.home, configuration: await driver.connect(driver.home, own), sandbox: false }
    if (!sandbox) return null
    const place = sandbox.place(provider)
    return { driver, place, configuration: await driver.connect(place, sandbox.client), sandbox: true }
  }

  return (provider) => {
    const known = connected.get(provider)
    if (known) return known
    const way = connect(provider)
    connected.set(provider, way)
    way.catch(() => connected.delete(provider))
    return way
  }
}
