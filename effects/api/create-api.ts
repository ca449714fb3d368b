import ky, { type Options } from 'ky'
import { Observable, retry, throwError, timer } from 'rxjs'
import * as v from 'valibot'
import { type AnswerOf, type CallName, callNamed, type InputOf, isRead } from '../../src/contract/contract.ts'
import type { Failure } from '../../src/core/failure.ts'
import type { World } from '../../src/core/world.ts'
import { type Api, type CallOptions, Failed } from './api.ts'
import { failureOfResponse } from './failure-of.ts'
import { requestOf } from './request-of.ts'

const TIMEOUT_MS = 15_000
const RETRIES = 3
const FIRST_RETRY_MS = 300

export interface ApiSettings {
  /** Where the API is, with a slash at its end. */
  base: string
  token(): string | null
  world: Pick<World, 'network' | 'scheduler' | 'random'>
}

/** Speaks the contract over HTTP. Only reads are tried again: a write that failed may have been done. */
export const createApi = ({ base, token, world }: ApiSettings): Api => {
  const client = ky.create({
    retry: 0,
    timeout: TIMEOUT_MS,
    throwHttpErrors: false,
    fetch: (request) => world.network.fetch(request as Request),
  })

  const ask = async <N extends CallName>(name: N, input: InputOf<N>, options: CallOptions, signal: AbortSignal) => {
    const { method, path, query, body } = requestOf(name, input)
    const response = await client(new URL(path, base), {
      method,
      signal,
      searchParams: query,
      headers: headersOf(options.token ?? token(), options),
      ...(body && ({ json: body } satisfies Options)),
    }).catch((error: unknown) => {
      throw new Failed(failureOfThrown(error), { cause: error })
    })
    if (!response.ok) throw new Failed(await failureOfResponse(response))
    return answerOf(name, response.status === 204 ? {} : await response.json().catch(() => undefined))
  }

  return {
    call: (name, input, options = {}) => {
      const once$ = abortable((signal) => ask(name, input, options, signal))
      return isRead(name) ? once$.pipe(retry({ count: RETRIES, delay: later(world) })) : once$
    },
  }
}

const headersOf = (token: string | null, { idempotencyKey }: CallOptions): Record<string, string> => ({
  ...(token !== null && { authorization: `Bearer ${token}` }),
  ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
})

const failureOfThrown = (error: unknown): Failure =>
  error instanceof Error && error.name === 'TimeoutError' ? { kind: 'timedOut' } : { kind: 'offline' }

const answerOf = <N extends CallName>(name: N, body: unknown): AnswerOf<N> => {
  const read = v.safeParse(callNamed(name).answer, body)
  if (!read.success) throw new Failed({ kind: 'unreadable' }, { cause: v.flatten(read.issues) })
  return read.output as AnswerOf<N>
}

/** Waits 0.3 s, 0.6 s, 1.2 s, each half of it at random; a refusal is an answer and is not asked again. */
const later = (world: ApiSettings['world']) => (error: unknown, attempt: number) => {
  const isPassing =
    error instanceof Failed &&
    (error.failure.kind === 'offline' ||
      error.failure.kind === 'timedOut' ||
      (error.failure.kind === 'refused' && error.failure.status === 503))
  if (!isPassing) return throwError(() => error)
  const waitMs = FIRST_RETRY_MS * 2 ** (attempt - 1)
  return timer(waitMs / 2 + (waitMs / 2) * world.random(), world.scheduler)
}

const abortable = <T>(run: (signal: AbortSignal) => Promise<T>): Observable<T> =>
  new Observable((subscriber) => {
    const abort = new AbortController()
    run(abort.signal).then(
      (answer) => {
        subscriber.next(answer)
        subscriber.complete()
      },
      (error: unknown) => subscriber.error(error),
    )
    return () => abort.abort()
  })
