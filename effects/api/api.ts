import { catchError, type Observable, type OperatorFunction, of } from 'rxjs'
import type { CallName, InputOf, ResponseOf, StreamedName } from '../../src/contract/contract.ts'
import type { Failure } from '../../src/core/failure.ts'

/** The API client. Sends on subscription, aborts on unsubscription, fails with `Failed` only. */
export interface Api {
  call<N extends CallName>(name: N, input: InputOf<N>, options?: CallOptions): Observable<ResponseOf<N>>
  /** Emits a streamed response piece by piece. Never retried, so that no piece is emitted twice. */
  pieces<N extends StreamedName>(name: N, input: InputOf<N>): Observable<ResponseOf<N>>
}

export interface CallOptions {
  /** Requests with the same key are carried out once and get the same response. */
  idempotencyKey?: string
  /** Replaces the session's token; null sends none. */
  token?: string | null
}

/** A failed request. Anything else that is thrown is a bug. */
export class Failed extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options)
    this.name = 'Failed'
    this.failure = failure
  }
}

/** Turns a failed request into a value. Bugs are rethrown for the supervisor. */
export const catchFailed = <T, R>(toResult: (failure: Failure) => R): OperatorFunction<T, T | R> =>
  catchError((error: unknown) => {
    if (error instanceof Failed) return of(toResult(error.failure))
    throw error
  })
