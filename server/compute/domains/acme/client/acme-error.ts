/** The `type` of a request that never reached the authority. */
export const NOT_SENT = 'notSent'

/** Why a request to a certificate authority failed. */
export class AcmeError extends Error {
  override readonly name = 'AcmeError'
  /** The last part of the problem's type, such as `rateLimited`; empty when there was no usable response. */
  readonly type: string
  readonly status: number
  /** What the authority asked for. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, given: { type?: string; status?: number; retryAfterMs?: number | undefined } = {}) {
    super(message)
    this.type = given.type ?? ''
    this.status = given.status ?? 0
    this.retryAfterMs = given.retryAfterMs
  }

  get isRateLimit(): boolean {
    return this.status === 429 || this.type === 'rateLimited'
  }
}
