import type { UserId } from '../../src/contract/wire/common.ts'

/** An author, as it is kept for a change that completes later. */
export interface Actor {
  userId: UserId
  apiKeyName: string | null
  address: string
}
