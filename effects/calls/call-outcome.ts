import { catchError, map, type Observable, of } from 'rxjs'
import type { CallName } from '../../src/contract/contract.ts'
import type { Message } from '../../src/message.ts'
import { type CallOptions, Failed } from '../api/api.ts'
import type { Deps } from '../deps.ts'

/** Makes a call and says what came of it. Bugs go through, to the supervisor. */
export const callOutcome = (
  { api, world }: Deps,
  name: CallName,
  input: object,
  requestId: string | null = null,
  options: CallOptions = {},
): Observable<Message> => {
  // The name and its input come together out of one message, which types them; here they are any call's.
  const toMessage = (outcome: object): Message =>
    ({ input, requestId, atMs: world.scheduler.now(), ...outcome }) as Message
  return api.call(name, input as never, options).pipe(
    map((response) => toMessage({ type: `api/${name}.succeeded`, response })),
    catchError((error: unknown) => {
      if (error instanceof Failed) return of(toMessage({ type: `api/${name}.failed`, failure: error.failure }))
      throw error
    }),
  )
}
