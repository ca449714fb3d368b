import { catchError, EMPTY, from, ignoreElements, mergeMap } from 'rxjs'
import { requestOf } from '../api/request-of.ts'
import type { Effect } from '../deps.ts'

/** Sent with `keepalive`, because the page may be closing. A lost report is not sent again. */
export const reportMeasures: Effect = (messages, { apiBase, world }) =>
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
