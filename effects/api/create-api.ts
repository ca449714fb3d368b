import ky, { type Options } from 'ky'
import { firstValueFrom, Observable, retry, throwError, timer } from 'rxjs'
import * as v from 'valibot'
import { isQuery } from '../../src/contract/call-names.ts'
import type { CallName } from '../../src/contract/contract.ts'
import type { Failure } from '../../src/core/failure.ts'
import type { World } from '../../src/core/world.ts'
import { type Api, type CallOptions, Failed } from './api.ts'
import { failureOfResponse } from './failure-of.ts'
import { readPieces } from './read-pieces.ts'
import { requestOf } from './request-of.ts'
import {
  type ContractParts,
  contractParts,
  manifestComplete,
  type ResponseSchema,
  responseSchemaOf,
} from './response-schema.ts'

const TIMEOUT_MS = 15_000
/** Enough for 5 MB over a slow connection. */
const UPLOAD_TIMEOUT_MS = 60_000
const RETRIES = 3
const MUTATION_RETRIES = 1
const FIRST_RETRY_MS = 300

export interface ApiSettings {
  /** The URL of the API, with a trailing slash. */
  base: string
  token(): string | null
  /** Emits the token that replaces a rejected one: null when the session has ended. Fails with `Failed` if unknown. */
  renewed(rejectedToken: string): Observable<string | null>
  /** Asks the user for the step-up that a call requires; emits false when they decline. */
  steppedUp(): Observable<boolean>
  /** A part of the contract could not be loaded. */
  codeLost(): void
  world: Pick<World, 'network' | 'scheduler' | 'random'>
  parts?: ContractParts
}

/**
 * Makes calls over HTTP. Retries queries, and once a mutation that lost its connection: it may have been carried out,
 * but its idempotency key keeps it from being carried out twice.
 */
export const createApi = (settings: ApiSettings): Api => {
  const { base, token, renewed, steppedUp, codeLost, world, parts = contractParts } = settings
  const client = ky.create({
    retry: 0,
    timeout: TIMEOUT_MS,
    throwHttpErrors: false,
    fetch: (request) => world.network.fetch(request as Request),
  })

  const send = (name: CallName, input: object, headers: Record<string, string>, signal: AbortSignal) => {
    const { method, path, query, body, file } = requestOf(name, { ...input })
    return client(new URL(path, base), {
      method,
      signal,
      searchParams: query,
      headers,
      ...(body && ({ json: body } satisfies Options)),
      ...(file && ({ body: file, timeout: UPLOAD_TIMEOUT_MS } satisfies Options)),
    }).catch(failWith)
  }

  /** A chunk that fails to load counts as offline. */
  const failWithoutCode = (error: unknown): never => {
    codeLost()
    return failWith(error)
  }

  const schemaOf = <N extends CallName>(name: N): Promise<ResponseSchema<N>> =>
    responseSchemaOf(name, parts).catch(failWithoutCode)

  const open = async (name: CallName, input: object, options: CallOptions, signal: AbortSignal): Promise<Response> => {
    await manifestComplete(name, parts).catch(failWithoutCode)
    // The renewal is authenticated by the session's cookie.
    const own = options.token === undefined && name !== 'renewToken' ? token() : null
    const attempt = (used: string | null) => send(name, input, headersOf(used, options), signal)
    let response = await attempt(own ?? options.token ?? null)
    if (own !== null && response.status === 401) {
      const next = await firstValueFrom(renewed(own))
      if (next !== null) response = await attempt(next)
    }
    if (response.ok) return response
    const failure = await failureOfResponse(response)
    if (own === null || !needsStepUp(failure)) throw new Failed(failure)
    if (!(await firstValueFrom(steppedUp()))) throw new Failed({ kind: 'cancelled' })
    // Repeated with the same idempotency key.
    const again = await attempt(token())
    if (!again.ok) throw new Failed(await failureOfResponse(again))
    return again
  }

  return {
    call: (name, input, options = {}) => {
      const once$ = fromGenerator(async function* (signal) {
        const [response, schema] = await Promise.all([open(name, input, options, signal), schemaOf(name)])
        yield parseResponse(schema, response.status === 204 ? {} : await response.json().catch(() => undefined))
      })
      if (isQuery(name)) return once$.pipe(retry({ count: RETRIES, delay: retryDelay(world, isPassing) }))
      if (options.idempotencyKey === undefined) return once$
      return once$.pipe(retry({ count: MUTATION_RETRIES, delay: retryDelay(world, isOffline) }))
    },
    pieces: (name, input) =>
      fromGenerator(async function* (signal) {
        const [{ body }, schema] = await Promise.all([open(name, input, {}, signal), schemaOf(name)])
        const lines = body ? readPieces(body) : []
        try {
          for await (const line of lines) yield parseResponse(schema, parsed(line))
        } catch (error) {
          throw error instanceof Failed ? error : failed(error)
        }
      }),
  }
}

const needsStepUp = (failure: Failure): boolean => failure.kind === 'apiError' && failure.code === 'stepUpNeeded'

const headersOf = (token: string | null, { idempotencyKey }: CallOptions): Record<string, string> => ({
  ...(token !== null && { authorization: `Bearer ${token}` }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
})

const failed = (error: unknown): Failed => {
  const failure: Failure =
    error instanceof Error && error.name === 'TimeoutError' ? { kind: 'timedOut' } : { kind: 'offline' }
  return new Failed(failure, { cause: error })
}

const failWith = (error: unknown): never => {
  throw failed(error)
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

const parseResponse = <S extends ResponseSchema<CallName>>(schema: S, body: unknown): v.InferOutput<S> => {
  const read = v.safeParse(schema, body)
  if (!read.success) throw new Failed({ kind: 'unreadable' }, { cause: v.flatten(read.issues) })
  return read.output
}

const isOffline = (error: unknown): boolean => error instanceof Failed && error.failure.kind === 'offline'

/** Errors from the server are final, except 503. */
const isPassing = (error: unknown): boolean =>
  isOffline(error) ||
  (error instanceof Failed &&
    (error.failure.kind === 'timedOut' || (error.failure.kind === 'apiError' && error.failure.status === 503)))

/** Waits 0.3 s, 0.6 s, 1.2 s, half of it random. */
const retryDelay =
  (world: ApiSettings['world'], mayRetry: (error: unknown) => boolean) => (error: unknown, attempt: number) => {
    if (!mayRetry(error)) return throwError(() => error)
    const waitMs = FIRST_RETRY_MS * 2 ** (attempt - 1)
    return timer(waitMs / 2 + (waitMs / 2) * world.random(), world.scheduler)
  }

/** Runs the generator for each subscription; unsubscribing aborts it. */
const fromGenerator = <T>(begin: (signal: AbortSignal) => AsyncGenerator<T>): Observable<T> =>
  new Observable((subscriber) => {
    const abort = new AbortController()
    const run = async () => {
      for await (const value of begin(abort.signal)) {
        if (subscriber.closed) return
        subscriber.next(value)
      }
      subscriber.complete()
    }
    run().catch((error: unknown) => subscriber.error(error))
    return () => abort.abort()
  })
