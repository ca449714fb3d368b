import { filter, map, merge, type Observable, take } from 'rxjs'
import type { Messages } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { sessionOfToken } from '../../src/rules/token-claims.ts'
import { Failed } from '../api/api.ts'

/**
 * The token that comes in the place of a refused one. Null when the session is over or somebody else's: a call of one
 * person is never made again as another. Fails as renewing does, where nobody could say whether the session goes on.
 */
export const tokenAfter = (
  rejectedToken: string,
  token$: Observable<string | null>,
  messages: Messages<Message>,
): Observable<string | null> =>
  merge(
    token$.pipe(
      filter((token) => token !== rejectedToken),
      map((token) => (token !== null && sessionOfToken(token) === sessionOfToken(rejectedToken) ? token : null)),
    ),
    messages.of('api/renewToken.failed').pipe(
      map(({ failure }) => {
        if (failure.kind === 'apiError' && failure.status === 401) return null
        throw new Failed(failure)
      }),
    ),
  ).pipe(take(1))
