import * as v from 'valibot'
import { loginProviders } from './account.ts'
import { instant } from './common.ts'

/** What an address alone tells of a place. */
export const places = v.picklist(['thisMachine', 'privateNetwork', 'internet', 'unknown'])

/** Where a person is signed in. */
export const session = v.object({
  _id: v.string(),
  /** What its client is. */
  kind: v.picklist(['browser', 'commandLine']),
  /** The login that opened it. */
  provider: v.nullable(v.picklist(loginProviders)),
  /** A passkey alone opened it. */
  byPasskey: v.boolean(),
  /** As `Firefox on Linux`. */
  device: v.string(),
  address: v.string(),
  /** What the address alone tells of the place. */
  place: places,
  /** The one that asks. */
  current: v.boolean(),
  createdAt: instant,
  /** Up to a minute behind. */
  lastSeenAt: instant,
})

export type Session = v.InferOutput<typeof session>
