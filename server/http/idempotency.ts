import { setTimeout as sleep } from 'node:timers/promises'
import type { ErrorCode, ErrorResponse } from '../../src/contract/error-codes.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { DbOrTx, Store } from '../store/connection.ts'
import { ApiError } from './api-error.ts'
import {
  claimKey,
  type KeyOwner,
  readKey,
  releaseKey,
  removeSurplusKeys,
  type StoredKey,
  storeResponse,
} from './idempotency-key.ts'
import { toApiError } from './to-api-error.ts'

export interface IdempotentRequest {
  userId: UserId
  key: string
  /** Hash of the whole request: the same key with a different request is rejected. */
  fingerprint: string
  /** Its response contains a secret and is not stored. */
  oneTimeResponse?: boolean
}

export type Settle = (tx: DbOrTx, response: unknown) => Promise<void>

/** Temporary errors, which are not stored for a repeated request. */
const passing: ReadonlySet<ErrorCode> = new Set(['tooMany', 'stillRunning', 'stepUpNeeded', 'freshSignInNeeded'])

const WAIT_MS = 8000
const POLL_MS = 25

/** Surplus keys are removed with every so many requests of a user, because counting them reads them all. */
const REMOVE_EVERY = 100
const requestsSinceRemoval = new Map<UserId, number>()

/** Runs a request's work once; a repeated request gets the first response, even if that is an error. */
export const runOnce = async (
  store: Store,
  request: IdempotentRequest,
  work: (settle: Settle) => Promise<unknown>,
): Promise<{ response: unknown; isReplay: boolean }> => {
  const owner: KeyOwner = { userId: request.userId, key: request.key }
  if (isRemovalDue(request.userId)) await removeSurplusKeys(store.pool, request.userId)
  const untilMs = Date.now() + WAIT_MS
  for (;;) {
    const claimedAt = await claimKey(store.pool, owner, request.fingerprint)
    if (claimedAt) return { response: await firstTime(store, { ...owner, claimedAt }, request, work), isReplay: false }
    const held = await readKey(store.pool, owner)
    if (held && held.fingerprint !== request.fingerprint) throw new ApiError('repeatedDifferently')
    if (held?.status === 200 && request.oneTimeResponse) throw new ApiError('responseAlreadyReturned')
    if (held?.status != null) return { response: storedResponse(held), isReplay: true }
    if (Date.now() > untilMs) throw new ApiError('stillRunning')
    await sleep(POLL_MS)
  }
}

const isRemovalDue = (userId: UserId): boolean => {
  const count = ((requestsSinceRemoval.get(userId) ?? 0) + 1) % REMOVE_EVERY
  requestsSinceRemoval.set(userId, count)
  return count === 0
}

/** Returns whether the same request was sent before, finished or still running. */
export const isRepeatedRequest = async (
  { pool }: Store,
  { userId, key, fingerprint }: IdempotentRequest,
): Promise<boolean> => (await readKey(pool, { userId, key }))?.fingerprint === fingerprint

const firstTime = async (
  store: Store,
  claim: KeyOwner & { claimedAt: Date },
  { oneTimeResponse = false }: IdempotentRequest,
  work: (settle: Settle) => Promise<unknown>,
): Promise<unknown> => {
  let settled = false
  try {
    const response = await work(async (tx, early) => {
      if (!(await storeResponse(tx, claim, 200, oneTimeResponse ? null : early))) throw new ApiError('stillRunning')
      settled = true
    })
    if (!settled) await storeResponse(store.db, claim, 200, oneTimeResponse ? null : response)
    return response
  } catch (error) {
    const apiError = toApiError(error)
    const lasting = apiError.status < 500 && !passing.has(apiError.code)
    const body: ErrorResponse = { error: apiError.code, message: apiError.message, fields: apiError.fields }
    // If the database is gone, nothing needs cleaning up: the key's lease expires.
    await (lasting ? storeResponse(store.db, claim, apiError.status, body) : releaseKey(store.pool, claim)).catch(
      () => undefined,
    )
    throw error
  }
}

const storedResponse = (held: StoredKey): unknown => {
  if (held.status !== null && held.status < 400) return held.response
  // Written by `storeResponse` in `firstTime`.
  const { error, message, fields } = held.response as ErrorResponse
  throw new ApiError(error, { message: message, fields: fields ?? [] })
}
