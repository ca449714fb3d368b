import { createHmac, type KeyObject } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallShape } from '../../src/contract/call.ts'
import type { Store } from '../store/connection.ts'
import { ApiError } from './api-error.ts'
import { callerOf } from './caller-of-request.ts'
import { type IdempotentRequest, runOnce, type Settle } from './idempotency.ts'
import type { InputParts } from './read-input.ts'
import { apiKeyOf } from './require-user.ts'

/** Returns the idempotency data of a request with a key; undefined without one, and for a visitor. */
export const idempotentRequestOf = (
  request: FastifyRequest,
  shape: CallShape,
  parts: InputParts,
  fingerprintKey: KeyObject,
): IdempotentRequest | undefined => {
  const caller = callerOf(request)
  const key = keyOf(request)
  if (key === undefined || caller.kind === 'visitor') return undefined
  const { file } = parts.body
  // Keyed, because a body can contain a short secret: anyone who reads the database could guess it from a plain hash.
  const fingerprint = createHmac('sha256', fingerprintKey)
    .update(JSON.stringify([request.method, request.url, file ? null : parts.body, apiKeyOf(caller)?.id]))
    .update(file instanceof Uint8Array ? file : '')
    .digest('base64')
  return { userId: caller.userId, key, fingerprint, oneTimeResponse: shape.oneTimeResponse ?? false }
}

export const respondOnce = async (
  store: Store,
  reply: FastifyReply,
  request: IdempotentRequest,
  work: (settle: Settle) => Promise<unknown>,
): Promise<unknown> => {
  const { response, isReplay } = await runOnce(store, request, work)
  if (isReplay) void reply.header('idempotency-replayed', 'true')
  return response
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    throw new ApiError('invalid', { message: 'An idempotency key has 1 to 200 visible characters without spaces.' })
  return key
}
