import { map, type Observable, of, switchMap, takeUntil } from 'rxjs'
import { userChanges } from '../../src/session/session-message.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import type { WalletMessage } from '../../src/wallets/wallet-message.ts'
import { openTab } from '../act.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { Deps, Effect, Emitted } from '../deps.ts'
import { catchWalletError } from '../wallets/wallet-errors.ts'

type WalletResult = Emitted<'wallet/signedIn' | 'wallet/failed'>

/**
 * Has the wallet sign the server's message, and opens the server's callback with both. The last press wins. Leaving the
 * page or signing in another way abandons it, whatever the wallet does later.
 */
export const signInWithWallet: Effect<'wallet/signedIn' | 'wallet/failed'> = (messages, deps) =>
  messages
    .of('ui/walletSignInPressed')
    .pipe(
      switchMap((press) =>
        signIn(deps, press).pipe(catchWalletError(press.id), takeUntil(messages.of('ui/walletsLeft', ...userChanges))),
      ),
    )

type Press = Pick<Extract<WalletMessage, { type: 'ui/walletSignInPressed' }>, 'id' | 'chain' | 'captchaToken'>

const signIn = (deps: Deps, { id, chain, captchaToken }: Press): Observable<WalletResult> => {
  const { world } = deps
  const wallet = chain === 'evm' ? 'metamask' : 'phantom'
  return world.wallets.connect(id).pipe(
    switchMap(({ address, chainId }) =>
      callOutcome(
        deps,
        'createWalletNonce',
        { wallet, address, ...(chainId > 0 && { chainId }), ...(captchaToken && { captchaToken }) },
        null,
        { token: null },
      ),
    ),
    switchMap((outcome): Observable<WalletResult> => {
      if (outcome.type !== 'api/createWalletNonce.succeeded') return of(outcome)
      const { state, message } = outcome.response
      const { address } = outcome.input
      return world.wallets.sign(id, address, message).pipe(
        map((signature) => {
          openTab(world, callbackOf(deps, { state, address: addressIn(message, address), message, signature }))
          return { type: 'wallet/signedIn', id }
        }),
      )
    }),
  )
}

/** The server writes the address on the message's second line, in its canonical spelling. */
const addressIn = (message: string, given: string): string => message.split('\n')[1] ?? given

const callbackOf = ({ apiBase, world }: Deps, query: Record<string, string>): string => {
  const url = new URL('auth/web3/callback', apiBase)
  const referralCode = world.localStorage.get(storageKeys.referralCode)
  url.search = new URLSearchParams({ ...query, ...(referralCode && { referralCode }) }).toString()
  return url.href
}
