import { catchError, filter, type Observable, type OperatorFunction, of } from 'rxjs'
import type { Messages } from '../../src/core/messages.ts'
import { WalletError } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import type { Modal } from '../../src/modals/modal-message.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { ConsoleDeps, Emitted } from '../deps.ts'

/** Turns the wallet's own errors into messages; all others are rethrown. */
export const catchWalletError = <T>(id: string): OperatorFunction<T, T | Emitted<'wallet/failed'>> =>
  catchError((error: unknown) => {
    if (error instanceof WalletError) return of({ type: 'wallet/failed' as const, id, kind: error.kind })
    throw error
  })

/** Emits when the dialog closes while its wallet waits: the user has changed their mind. */
export const dialogClosed = (
  messages: Messages<Message>,
  { read }: ConsoleDeps,
  dialog: Modal['kind'],
): Observable<unknown> =>
  messages
    .of('ui/modalClosed', 'ui/modalsCleared', 'location/changed', ...userChanges)
    .pipe(filter(() => !read().modals.some(({ kind }) => kind === dialog)))
