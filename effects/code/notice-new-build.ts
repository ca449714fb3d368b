import { catchError, defer, EMPTY, exhaustMap, filter, map, switchMap } from 'rxjs'
import type { Effect } from '../deps.ts'

/** Code that was lost is gone for good where the server's page names another script than the one that runs here. */
export const noticeNewBuild =
  (page: string, script: string): Effect =>
  (messages, { world }) =>
    messages.of('ui/chunkLoadFailed').pipe(
      exhaustMap(() =>
        defer(() => world.network.fetch(new Request(page, { cache: 'no-store' }))).pipe(
          switchMap((response) => (response.ok ? response.text() : EMPTY)),
          filter((html) => !html.includes(script)),
          map(() => ({ type: 'api/buildReplaced' as const })),
          // A server that cannot be reached says nothing of its build.
          catchError(() => EMPTY),
        ),
      ),
    )
