import * as v from 'valibot'
import { loginProviders } from './account.ts'
import { instant } from './common.ts'

/** The location that can be derived from an IP address alone. */
export const places = v.picklist(['thisMachine', 'privateNetwork', 'internet', 'unknown'])

/** A session of a user. */
export const session = v.object({
  _id: v.string(),
  /** The kind of client. */
  kind: v.picklist(['browser', 'commandLine']),
  /** The login that opened it. */
  provider: v.nullable(v.picklist(loginProviders)),
  /** Whether a passkey alone opened it. */
  byPasskey: v.boolean(),
  /** For example `Firefox on Linux`. */
  device: v.string(),
  address: v.string(),
  place: places,
  /** Whether it is the caller's session. */
  current: v.boolean(),
  createdAt: instant,
  /** Up to a minute behind. */
  lastSeenAt: instant,
})

export type Session = v.InferOutput<typeof session>
