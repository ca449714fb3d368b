export interface FailedExchange {
  /** The target did not accept a connection, so nothing of the request was sent. */
  isConnectError: boolean
  /** No byte of a response has arrived. */
  isEmpty: boolean
  /** The connection had carried a response before: the instance may have closed it just when the request was sent. */
  wasReused: boolean
}

/** Why a request to an instance has no whole response. */
export class UpstreamError extends Error implements FailedExchange {
  override readonly name = 'UpstreamError'
  readonly isConnectError: boolean
  readonly isEmpty: boolean
  readonly wasReused: boolean

  constructor(cause: unknown, { isConnectError, isEmpty, wasReused }: FailedExchange) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.isConnectError = isConnectError
    this.isEmpty = isEmpty
    this.wasReused = wasReused
  }
}
