import type { Config } from '../config.ts'
import { isLoopbackName } from './hosts/loopback-name.ts'
import { isSameSite } from './hosts/same-site.ts'
import { StartUpError } from './start-up-error.ts'

const MIN_SECRET_LENGTH = 32
const MIN_DISTINCT_CHARACTERS = 10
const WELL_KNOWN = /change.?me|default|example|secret|password|longshore/i

type SandboxDependency = { dependency: string; remedy: string }

/** Throws a `StartUpError` if the settings are unsafe for production. */
export const assertProductionSettings = async (
  config: Config,
  sandboxDependencies: SandboxDependency[],
): Promise<void> => {
  if (config.mode !== 'production') return
  const fail = (message: string): never => {
    throw new StartUpError(`Production does not start: ${message}`)
  }
  const [dependency] = sandboxDependencies
  if (dependency) fail(`it would need the ${dependency.dependency}. ${dependency.remedy}.`)
  if (config.billing === 'sandbox') fail('LONGSHORE_BILLING=sandbox charges test money. Set it to on or off.')
  requireStrongSecret(config.givenSecret, fail)
  const url = new URL(config.publicUrl)
  if (url.protocol !== 'https:' && !isLoopbackName(url.hostname))
    fail(
      `${config.publicUrl} is plain HTTP on a public address. Put a TLS proxy in front and set LONGSHORE_PUBLIC_URL to its https address.`,
    )
  if (url.protocol !== 'https:' && !isLoopbackName(config.host))
    fail(
      `HOST=${config.host} would serve plain HTTP to a network. Set LONGSHORE_PUBLIC_URL to the https address of a proxy, or HOST=127.0.0.1.`,
    )
  if (url.protocol === 'https:' && !config.namesProxies)
    fail(
      'its public URL is https, so a proxy forwards requests, but no proxy is trusted: all users would appear to come from one address. Set LONGSHORE_TRUST_PROXY to the address of the proxy, such as 127.0.0.1, or to none if nothing forwards requests.',
    )
  await requireSeparateSite(config, url, fail)
}

const requireSeparateSite = async (
  { instancesUrl, sharesSite }: Config,
  consoleUrl: URL,
  fail: (message: string) => void,
): Promise<void> => {
  const instances = new URL(instancesUrl)
  if (instances.protocol !== 'https:' && !isLoopbackName(instances.hostname))
    fail(`${instancesUrl} is plain HTTP on a public address. Set LONGSHORE_INSTANCES_URL to its https address.`)
  if (!sharesSite && (await isSameSite(consoleUrl.hostname, instances.hostname)))
    fail(
      `instances would be served on ${instances.hostname}, the same site as the console, where their pages can set cookies for it. Set LONGSHORE_INSTANCES_URL to an address on another domain, or LONGSHORE_SHARED_SITE=accepted to take the risk.`,
    )
}

const requireStrongSecret = (secret: string | null, fail: (message: string) => void) => {
  const remedy = 'Set LONGSHORE_SECRET to at least 32 random characters, for example from: openssl rand -base64 48'
  if (secret === null) return fail(`it has no secret. ${remedy}.`)
  if (secret.length < MIN_SECRET_LENGTH) return fail(`its secret is too short. ${remedy}.`)
  if (new Set(secret).size < MIN_DISTINCT_CHARACTERS || WELL_KNOWN.test(secret))
    return fail(`its secret can be guessed. ${remedy}.`)
}
