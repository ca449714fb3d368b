export type OutgoingFailureKind =
  /** The URL or its address may not be used; repeating is useless. */
  | 'rejected'
  | 'unreachable'
  | 'timedOut'
  /** The response breaks HTTP, or a limit. */
  | 'invalidResponse'

/** Why a request has no response, in words for the user who set it up. */
export class OutgoingFailure extends Error {
  readonly kind: OutgoingFailureKind
  constructor(kind: OutgoingFailureKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
