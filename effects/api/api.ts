import type { Observable } from 'rxjs'
import type { CallName, InputOf, PiecesName, ResponseOf } from '../../src/contract/contract.ts'
import type { Failure } from '../../src/core/failure.ts'

/** The control plane, as effects see it. Sends when subscribed, aborts when unsubscribed, fails with `Failed` only. */
export interface Api {
  call<N extends CallName>(name: N, input: InputOf<N>, options?: CallOptions): Observable<ResponseOf<N>>
  /** An answer that comes over a while, piece by piece. It is never tried again: what came is not to come twice. */
  pieces<N extends PiecesName>(name: N, input: InputOf<N>): Observable<ResponseOf<N>>
}

export interface CallOptions {
  /** The same key means the same wish: the server does it once and answers alike. */
  idempotencyKey?: string
  /** Instead of the session's own: the token of a session that has just been left; null for none. */
  token?: string | null
}

/** The outside world did not answer as hoped. Anything else that is thrown is a bug. */
export class Failed extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(failure.kind, options)
    this.name = 'Failed'
    this.failure = failure
  }
}
