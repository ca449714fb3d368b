import type { ServerResponse } from 'node:http'

/** How long a reader may take nothing at all: what writes the answer waits for it. */
export const TAKES_NOTHING_MS = 60_000

/** Closes the connection of a reader that takes nothing of a long answer. */
export const endIdleReader = (raw: ServerResponse, takesNothingMs = TAKES_NOTHING_MS): void => {
  // The socket knows a slow reader, who takes a little now and then, from one that has stopped.
  raw.setTimeout(takesNothingMs, () => {
    if (raw.writableLength > 0) raw.destroy()
  })
}
