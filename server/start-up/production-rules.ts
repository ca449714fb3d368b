import { isIP } from 'node:net'
import type { Config } from '../config.ts'
import { isNear } from '../http/near-address.ts'
import { StartUpRefusal } from './start-up-refusal.ts'

const SHORTEST_SECRET = 32
const FEWEST_CHARACTERS = 10
const WELL_KNOWN = /change.?me|default|example|secret|password|longshore/i

type SandboxPart = { part: string; remedy: string }

/** What production must not start with. */
export const refuseUnsafeProduction = (config: Config, sandboxParts: SandboxPart[]): void => {
  if (config.mode !== 'production') return
  const refuse = (words: string) => {
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
}

const refuseSecret = (secret: string | null, refuse: (words: string) => void) => {
  const remedy = 'Set LONGSHORE_SECRET to at least 32 random characters, for example from: openssl rand -base64 48'
  if (secret === null) return refuse(`it has no secret. ${remedy}.`)
  if (secret.length < SHORTEST_SECRET) return refuse(`its secret is too short. ${remedy}.`)
  if (new Set(secret).size < FEWEST_CHARACTERS || WELL_KNOWN.test(secret))
    return refuse(`its secret can be guessed. ${remedy}.`)
}

const isLoopbackName = (host: string): boolean => {
  const plain = host.replace(/^\[|\]$/g, '')
  return (
    plain === 'localhost' ||
    plain.endsWith('.localhost') ||
    (isIP(plain) !== 0 && isNear(plain) && /^(127\.|::1$)/.test(plain))
  )
}
