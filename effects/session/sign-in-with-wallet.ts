import { catchError, concatMap, map, type Observable, of, switchMap, takeUntil } from 'rxjs'
import type { FoundWallet } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { userChanges } from '../../src/session/session-message.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { Failed } from '../api/api.ts'
import type { Deps, Effect } from '../deps.ts'
import { ofWallet } from '../wallets/wallet-decision.ts'

/**
 * The server makes a message, the wallet signs it, and a window goes to the server with both. The last press wins. Who has
 * left the page, or signed in otherwise, has changed their mind, whatever the wallet answers later.
 */
export const signInWithWallet =
  (apiBase: string): Effect =>
  (messages, deps) =>
    messages
      .of('ui/walletSignInPressed')
      .pipe(
        switchMap(({ id, chain }) =>
          signIn(apiBase, deps, id, chain).pipe(takeUntil(messages.of('ui/walletsLeft', ...userChanges))),
        ),
      )

const signIn = (apiBase: string, deps: Deps, id: string, chain: FoundWallet['chain']): Observable<Message> => {
  const { api, world } = deps
  const wallet = chain === 'evm' ? 'metamask' : 'phantom'
  return world.wallets.connect(id).pipe(
    switchMap(({ address, chainId }) => {
      const input = { wallet, address, ...(chainId > 0 && { chainId }) } as const
      return api.call('createWalletNonce', input, { token: null }).pipe(
        concatMap(({ state, message }) =>
          world.wallets
            .sign(id, address, message)
            .pipe(
              map((signature) =>
                callbackOf(apiBase, deps, { state, address: addressIn(message, address), message, signature }),
              ),
            ),
        ),
        map((url): Message => {
          if (!world.location.open(url)) world.location.leave(url)
          return { type: 'wallet/signedIn', id }
        }),
        catchError((error: unknown): Observable<Message> => {
          if (!(error instanceof Failed)) throw error
          return of({
            type: 'api/createWalletNonce.failed',
            input,
            failure: error.failure,
            requestId: null,
            atMs: world.scheduler.now(),
          })
        }),
      )
    }),
    ofWallet(id),
  )
}

/** The server writes the address in its one spelling, on the message's second line. */
const addressIn = (message: string, given: string): string => message.split('\n')[1] ?? given

const callbackOf = (apiBase: string, { world }: Deps, query: Record<string, string>): string => {
  const url = new URL('auth/web3/callback', apiBase)
  const referralCode = world.localStorage.get(storageKeys.referralCode)
  url.search = new URLSearchParams({ ...query, ...(referralCode && { referralCode }) }).toString()
  return url.href
}
