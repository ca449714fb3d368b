import type { KeyObject } from 'node:crypto'
import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import * as v from 'valibot'
import type { CallShape } from '../../src/contract/call.ts'
import { isQuery, isStreamedName } from '../../src/contract/call-names.ts'
import { type CallName, callNamed, type StreamedName, type UnaryName } from '../../src/contract/contract.ts'
import { endWithoutAccess } from '../live/responses/end-without-access.ts'
import type { AccessChecks } from '../live/responses/watch-access.ts'
import { isOwnCookie } from '../session/cookies.ts'
import { requireStepUp } from '../session/factors/step-up.ts'
import type { Store } from '../store/connection.ts'
import { ApiError } from './api-error.ts'
import { callerOf } from './caller-of-request.ts'
import { disconnectSignal } from './disconnect-signal.ts'
import type { CallContext, Caller, Handler, Scope } from './handler.ts'
import { isRepeatedRequest } from './idempotency.ts'
import { bodyOf } from './read-file.ts'
import { type InputParts, inputAt, mergedInput, readInput, valueAt } from './read-input.ts'
import { idempotentRequestOf, respondOnce } from './repeated-request.ts'
import { sendPieces } from './send-pieces.ts'
import { whereOf } from './where-of.ts'

export interface ServeOptions extends AccessChecks {
  store: Store
  /** Key of the fingerprints by which requests with an idempotency key are recognised. */
  fingerprintKey: KeyObject
  /** Fails a call whose response does not match the contract; for tests and development. */
  checkResponses: boolean
  /** Whether cookies may be used; another site's page may have made the browser send them. */
  mayUseCookies: (request: FastifyRequest, hasToken: boolean) => boolean
  /** A stricter limit than that of calls in general. */
  limit?: RateLimitOptions | undefined
}

/** Seconds for which a response that is the same for every caller may be cached. */
const maxAgeSeconds: Partial<Record<CallName, number>> = { readConfig: 60 }

/** Registers the route of one call: parses the input, checks the policy, runs the handler once and responds. */
export const serveCall = (
  app: FastifyInstance,
  name: CallName,
  handler: Handler<CallName> | undefined,
  options: ServeOptions,
): void => {
  const shape = callNamed(name)
  if (!shape.access) throw new Error(`The call ${name} has no access rule.`)
  if (!handler) throw new Error(`The call ${name} has no handler.`)
  const unary = handler as Handler<UnaryName>
  const repeatable = !isQuery(name) && !isStreamedName(name)

  app.route({
    method: shape.method,
    url: `/api/${shape.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    // Responses are data; their headers are set for all calls at once.
    helmet: false,
    ...(options.limit && { config: { rateLimit: options.limit } }),
    ...(shape.file && { bodyLimit: shape.file.maxBytes, preParsing: rejectVisitors(shape) }),
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const { body, file } = bodyOf(shape, request)
      const parts = readInput(shape, { params: request.params, query: request.query, body })
      if (file) parts.body = { file }
      const { access } = shape
      const id = typeof access === 'string' ? undefined : inputAt(parts, access.at)
      const onceRequest = repeatable ? idempotentRequestOf(request, shape, parts, options.fingerprintKey) : undefined
      let scope: Scope | null
      try {
        scope = await options.authorize(caller, access, id)
        await requireStepUp(options.store.db, caller, shape, (at) => valueAt(parts, at) === true)
      } catch (accessError) {
        // Leaving and deleting remove the right to call them again, and a step-up expires; a repeated request still
        // gets its first response.
        if (!onceRequest || !(await isRepeatedRequest(options.store, onceRequest))) throw accessError
        return respondOnce(options.store, reply, onceRequest, () => Promise.reject(accessError))
      }
      const context = contextOf(request, reply, options, { caller, parts, scope })
      if (isStreamedName(name)) {
        endWithoutAccess(reply, options, { caller, access, id, scope })
        // The name determines the kind of handler.
        const streamed = handler as Handler<StreamedName>
        return sendPieces(
          reply,
          checked<unknown>(streamed(context as CallContext<StreamedName>), (piece) => {
            if (options.checkResponses) checkResponse(name, shape, piece)
          }),
        )
      }
      const response = onceRequest
        ? await respondOnce(options.store, reply, onceRequest, (settle) => unary({ ...context, settle }))
        : await unary(context)
      const seconds = maxAgeSeconds[name]
      if (seconds !== undefined) void reply.header('cache-control', `public, max-age=${seconds}`)
      if (options.checkResponses) checkResponse(name, shape, response)
      return response
    },
  })
}

const hasOwnCookie = ({ headers }: FastifyRequest): boolean => headers.cookie?.split(/; */).some(isOwnCookie) ?? false

/** Rejects visitors before the file is read. */
const rejectVisitors =
  ({ access }: CallShape): preParsingAsyncHookHandler =>
  async (request, _reply, payload) => {
    if (access !== 'public' && callerOf(request).kind === 'visitor') throw new ApiError('notSignedIn')
    return payload
  }

const contextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  options: Pick<ServeOptions, 'mayUseCookies'>,
  { caller, parts, scope }: { caller: Caller; parts: InputParts; scope: Scope | null },
): CallContext<CallName> => ({
  // The handler's name chose the schemas that parsed these parts.
  input: mergedInput(parts) as CallContext<CallName>['input'],
  caller,
  scope,
  ...whereOf(request),
  host: request.headers.host,
  cookies: {
    read: () => {
      if (hasOwnCookie(request) && !options.mayUseCookies(request, caller.kind === 'user'))
        throw new ApiError('foreignOrigin')
      return request.headers.cookie
    },
    set: (...cookies) => {
      for (const cookie of cookies) void reply.header('set-cookie', cookie)
    },
  },
  log: request.log,
  requestId: request.id,
  signal: disconnectSignal(reply),
})

const checked = async function* <T>(pieces: AsyncIterable<T>, check: (piece: T) => void): AsyncIterable<T> {
  for await (const piece of pieces) {
    check(piece)
    yield piece
  }
}

const checkResponse = (name: CallName, shape: CallShape, response: unknown) => {
  const result = v.safeParse(shape.response, response)
  if (result.success) return
  const problems = result.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; ')
  throw new Error(`The response of ${name} does not match the contract: ${problems}`)
}
