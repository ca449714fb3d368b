import { catchError, filter, type Observable, of } from 'rxjs'
import type { Messages } from '../../src/core/messages.ts'
import { WalletError } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import type { Modal } from '../../src/modals/modal-message.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { ConsoleDeps } from '../deps.ts'

/** What a wallet says against it is told as its own. */
export const ofWallet =
  (id: string) =>
  (message$: Observable<Message>): Observable<Message> =>
    message$.pipe(
      catchError((error: unknown) => {
        if (error instanceof WalletError) return of<Message>({ type: 'wallet/failed', id, kind: error.kind })
        throw error
      }),
    )

/** Whoever closes the dialog while their wallet waits has changed their mind, whatever the wallet answers later. */
export const givenUp = (
  messages: Messages<Message>,
  { read }: ConsoleDeps,
  dialog: Modal['kind'],
): Observable<unknown> =>
  messages
    .of('ui/modalClosed', 'ui/modalsCleared', 'location/changed', ...userChanges)
    .pipe(filter(() => !read().modals.some(({ kind }) => kind === dialog)))
