import * as v from 'valibot'
import { userId, uuid } from '../../../../src/contract/wire/common.ts'
import { snapshotName } from '../../../../src/contract/wire/volumes/snapshot.ts'
import type { UserCaller } from '../../../http/handler.ts'
import { createSeal } from '../../../keys/seal.ts'

const ticket = v.object({
  /** What is transferred, and of which project, volume and snapshot. */
  kind: v.picklist(['snapshot', 'volume', 'upload']),
  id: uuid,
  snapshotId: v.optional(uuid),
  name: v.optional(snapshotName),
  userId,
  sessionId: v.optional(v.string()),
  apiKeyId: v.optional(v.string()),
  expiresAtMs: v.number(),
})

export type Ticket = v.InferOutput<typeof ticket>
export type Transfer = Pick<Ticket, 'kind' | 'id' | 'snapshotId' | 'name'>

const VALID_MS = 60_000
const OWNER = 'ticket'

export interface Tickets {
  make(caller: UserCaller, transfer: Transfer): string
  /** Returns undefined for one that has expired, or was not made by this installation. */
  read(text: string): Ticket | undefined
}

/** Sealed permissions in addresses that a browser opens without a token, valid for a minute on every node. */
export function createTickets(secret: string, nowMs = Date.now): Tickets {
  const seal = createSeal(secret, 'archive-tickets')
  return {
    make({ userId, by }, transfer) {
      const owner = 'session' in by ? { sessionId: by.session } : { apiKeyId: by.apiKey.id }
      const content: Ticket = { ...transfer, ...owner, userId, expiresAtMs: nowMs() + VALID_MS }
      return seal.seal(JSON.stringify(content), OWNER).toString('base64url')
    },
    read(text) {
      const plain = seal.open(Buffer.from(text, 'base64url'), OWNER)
      const read = v.safeParse(v.pipe(v.string(), v.parseJson(), ticket), plain)
      return read.success && read.output.expiresAtMs > nowMs() ? read.output : undefined
    },
  }
}
