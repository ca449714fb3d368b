import { catchError, defer, EMPTY, exhaustMap, filter, map, switchMap } from 'rxjs'
import type { Effect } from '../deps.ts'

/**
 * Detects a newer build, which has removed the failed chunk: the server's page names another script than the running
 * one.
 */
export const noticeNewBuild =
  (page: string, script: string): Effect =>
  (messages, { world }) =>
    messages.of('ui/chunkLoadFailed', 'api/contractLost').pipe(
      exhaustMap(() =>
        defer(() => world.network.fetch(new Request(page, { cache: 'no-store' }))).pipe(
          switchMap((response) => (response.ok ? response.text() : EMPTY)),
          filter((html) => !html.includes(script)),
          map(() => ({ type: 'api/buildReplaced' as const })),
          // An unreachable server does not show which build it has.
          catchError(() => EMPTY),
        ),
      ),
    )
