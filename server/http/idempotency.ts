import { setTimeout as sleep } from 'node:timers/promises'
import type { RefusalBody, RefusalCode } from '../../src/contract/refusals.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { DbOrTx, Store } from '../store/connection.ts'
import { claimKey, type HeldKey, type KeyOwner, keepAnswer, readKey, releaseKey } from './idempotency-key.ts'
import { refusalOf } from './refusal-of.ts'
import { Refused } from './refused.ts'

export interface OnceRequest {
  userId: UserId
  key: string
  /** Of the whole request: the same key with another one is refused. */
  fingerprint: string
  /** Its answer holds a secret and is kept nowhere. */
  answersOnce?: boolean
}

export type Settle = (tx: DbOrTx, answer: unknown) => Promise<void>

/** Refusals that the same request may not meet again. */
const passing: ReadonlySet<RefusalCode> = new Set(['tooMany', 'stillRunning', 'stepUpNeeded', 'freshSignInNeeded'])

const WAIT_MS = 8000
const POLL_MS = 25

/** Does the work of a request once; whoever sends it again gets the first answer, a refusal included. */
export const once = async (
  store: Store,
  request: OnceRequest,
  work: (settle: Settle) => Promise<unknown>,
): Promise<{ answer: unknown; again: boolean }> => {
  const owner: KeyOwner = { userId: request.userId, key: request.key }
  const untilMs = Date.now() + WAIT_MS
  for (;;) {
    const claimedAt = await claimKey(store.pool, owner, request.fingerprint)
    if (claimedAt) return { answer: await firstTime(store, { ...owner, claimedAt }, request, work), again: false }
    const held = await readKey(store.pool, owner)
    if (held && held.fingerprint !== request.fingerprint) throw new Refused('repeatedDifferently')
    if (held?.status === 200 && request.answersOnce) throw new Refused('answeredOnce')
    if (held?.status != null) return { answer: answerOf(held), again: true }
    if (Date.now() > untilMs) throw new Refused('stillRunning')
    await sleep(POLL_MS)
  }
}

/** Whether this very request came before, done or still running. */
export const wasAsked = async ({ pool }: Store, { userId, key, fingerprint }: OnceRequest): Promise<boolean> =>
  (await readKey(pool, { userId, key }))?.fingerprint === fingerprint

const firstTime = async (
  store: Store,
  claim: KeyOwner & { claimedAt: Date },
  { answersOnce = false }: OnceRequest,
  work: (settle: Settle) => Promise<unknown>,
): Promise<unknown> => {
  let settled = false
  try {
    const answer = await work(async (tx, early) => {
      if (!(await keepAnswer(tx, claim, 200, answersOnce ? null : early))) throw new Refused('stillRunning')
      settled = true
    })
    if (!settled) await keepAnswer(store.db, claim, 200, answersOnce ? null : answer)
    return answer
  } catch (error) {
    const refusal = refusalOf(error)
    const lasting = refusal.status < 500 && !passing.has(refusal.code)
    const body: RefusalBody = { error: refusal.code, message: refusal.message, fields: refusal.fields }
    // Without a database there is nothing to tidy: the key's lease runs out.
    await (lasting ? keepAnswer(store.db, claim, refusal.status, body) : releaseKey(store.pool, claim)).catch(
      () => undefined,
    )
    throw error
  }
}

const answerOf = (held: HeldKey): unknown => {
  if (held.status !== null && held.status < 400) return held.answer
  // Written by keepAnswer above.
  const { error, message, fields } = held.answer as RefusalBody
  throw new Refused(error, { words: message, fields: fields ?? [] })
}
