import type { Config } from '../config.ts'
import { isLoopbackName } from './loopback-name.ts'
import { isSameSite } from './same-site.ts'
import { StartUpRefusal } from './start-up-refusal.ts'

const SHORTEST_SECRET = 32
const FEWEST_CHARACTERS = 10
const WELL_KNOWN = /change.?me|default|example|secret|password|longshore/i

type SandboxPart = { part: string; remedy: string }

/** What production must not start with. */
export const refuseUnsafeProduction = async (config: Config, sandboxParts: SandboxPart[]): Promise<void> => {
  if (config.mode !== 'production') return
  const refuse = (words: string): never => {
    throw new StartUpRefusal(`Production does not start: ${words}`)
  }
  const [part] = sandboxParts
  if (part) refuse(`it would need the ${part.part}. ${part.remedy}.`)
  refuseSecret(config.givenSecret, refuse)
  const url = new URL(config.publicUrl)
  if (url.protocol !== 'https:' && !isLoopbackName(url.hostname))
    refuse(
      `${config.publicUrl} is plain HTTP on a public address. Put a TLS proxy in front and set LONGSHORE_PUBLIC_URL to its https address.`,
    )
  if (url.protocol !== 'https:' && !isLoopbackName(config.host))
    refuse(
      `HOST=${config.host} would serve plain HTTP to a network. Set LONGSHORE_PUBLIC_URL to the https address of a proxy, or HOST=127.0.0.1.`,
    )
  if (url.protocol === 'https:' && !config.namesProxies)
    refuse(
      'people reach it by https, so a proxy stands in front, and none is trusted: everybody would seem to come from its address. Set LONGSHORE_TRUST_PROXY to the address of the proxy, as 127.0.0.1, or to none if nothing forwards requests.',
    )
  await refuseSharedSite(config, url, refuse)
}

const refuseSharedSite = async (
  { instancesUrl, sharesSite }: Config,
  consoleUrl: URL,
  refuse: (words: string) => void,
): Promise<void> => {
  const instances = new URL(instancesUrl)
  if (instances.protocol !== 'https:' && !isLoopbackName(instances.hostname))
    refuse(`${instancesUrl} is plain HTTP on a public address. Set LONGSHORE_INSTANCES_URL to its https address.`)
  if (!sharesSite && (await isSameSite(consoleUrl.hostname, instances.hostname)))
    refuse(
      `instances would be served on ${instances.hostname}, the same site as the console, where their pages can set cookies for it. Set LONGSHORE_INSTANCES_URL to an address on another domain, or LONGSHORE_SHARED_SITE=accepted to take the risk.`,
    )
}

const refuseSecret = (secret: string | null, refuse: (words: string) => void) => {
  const remedy = 'Set LONGSHORE_SECRET to at least 32 random characters, for example from: openssl rand -base64 48'
  if (secret === null) return refuse(`it has no secret. ${remedy}.`)
  if (secret.length < SHORTEST_SECRET) return refuse(`its secret is too short. ${remedy}.`)
  if (new Set(secret).size < FEWEST_CHARACTERS || WELL_KNOWN.test(secret))
    return refuse(`its secret can be guessed. ${remedy}.`)
}
