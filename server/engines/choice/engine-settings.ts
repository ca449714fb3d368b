import { isIP } from 'node:net'
import * as v from 'valibot'
import type { EngineName } from '../interface/description.ts'

const label = v.pipe(
  v.string(),
  v.maxLength(60),
  v.regex(/^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/, 'must be lower-case letters, digits and hyphens'),
)
const path = v.pipe(v.string(), v.startsWith('/', 'must be an absolute path'))

/** Its SSH client does not check whose key answers, so hosts behind SSH are reached through a tunnel to a socket. */
const PROTOCOLS = ['unix:', 'tcp:', 'http:', 'https:']
const host = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && PROTOCOLS.includes(new URL(text).protocol),
    'must be an address such as unix:///run/docker.sock or tcp://10.0.0.5:2376',
  ),
)
const tls = v.pipe(
  v.strictObject({ ca: path, cert: path, key: path }),
  v.description('Paths of PEM files: the authority of the host, and the certificate and key to identify with.'),
)
const publishAddress = v.pipe(
  v.string(),
  v.check((text) => isIP(text) !== 0, 'must be an IP address of the host'),
)

/** An engine that a region has of its own. */
export const ownEngine = v.variant(
  'kind',
  [
    v.strictObject({
      kind: v.literal('docker'),
      /** The name of the region by default. */
      name: v.optional(label),
      host,
      publishAddress: v.optional(publishAddress, '127.0.0.1'),
      tls: v.optional(tls),
    }),
    v.strictObject({ kind: v.literal('process'), name: v.optional(label) }),
  ],
  'must be docker or process',
)

/** An engine beside the default one. */
export type EngineSettings = v.InferOutput<typeof ownEngine> & { name: string }

/** The engine of a region: null for the default one, else its kind, its name, or its description. */
export type RegionEngine = null | string | v.InferOutput<typeof ownEngine>

/** What the regions of a file need. */
export interface RegionEngines {
  /** Whether a region leaves its engine to the default. */
  usesDefault: boolean
  /** The engines that regions name by the kind alone. */
  kinds: ReadonlySet<EngineName>
  own: readonly EngineSettings[]
}
