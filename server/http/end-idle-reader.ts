import type { ServerResponse } from 'node:http'

/** How long a client may read nothing, while the response's source waits for it. */
export const STALL_TIMEOUT_MS = 60_000

/** Closes the connection of a client that stops reading a long response. */
export const endIdleReader = (raw: ServerResponse, stallTimeoutMs = STALL_TIMEOUT_MS): void => {
  // The socket's timeout restarts with every write that gets through, so a slow reader is not cut off.
  raw.setTimeout(stallTimeoutMs, () => {
    if (raw.writableLength > 0) raw.destroy()
  })
}
