import type { ServerResponse } from 'node:http'

/** How long a reader may take nothing at all: what writes the answer waits for it. */
export const STALL_TIMEOUT_MS = 60_000

/** Closes the connection of a reader that takes nothing of a long answer. */
export const endIdleReader = (raw: ServerResponse, stallTimeoutMs = STALL_TIMEOUT_MS): void => {
  // The socket knows a slow reader, who takes a little now and then, from one that has stopped.
  raw.setTimeout(stallTimeoutMs, () => {
    if (raw.writableLength > 0) raw.destroy()
  })
}
