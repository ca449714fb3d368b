import { catchError, EMPTY, from, ignoreElements, mergeMap } from 'rxjs'
import { requestOf } from './api/request-of.ts'
import type { Effect } from './deps.ts'

/** The page may be going: the browser sends it all the same, nobody waits for the answer, and one that is lost is lost. */
export const reportMeasures =
  (apiBase: string): Effect =>
  (messages, { world }) =>
    messages.of('page/measured').pipe(
      mergeMap(({ measures }) => {
        const { method, path } = requestOf('reportPage', {})
        const headers = { 'content-type': 'application/json' }
        const request = new Request(new URL(path, apiBase), {
          method,
          headers,
          body: JSON.stringify(measures),
          credentials: 'omit',
          keepalive: true,
        })
        return from(world.network.fetch(request)).pipe(catchError(() => EMPTY))
      }),
      ignoreElements(),
    )
