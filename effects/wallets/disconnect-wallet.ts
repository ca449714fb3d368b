import { concat, concatMap, defer, exhaustMap, groupBy, map, mergeMap, type Observable, of, takeUntil } from 'rxjs'
import type { Wallet } from '../../src/contract/wire/account.ts'
import { userChanges } from '../../src/session/session-message.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { ConsoleDeps, ConsoleEffect, Emitted } from '../deps.ts'
import { catchWalletError, dialogClosed } from './wallet-errors.ts'

type Result = Emitted<'wallet/disconnectSigned'>

/** Has the wallet sign the server's message, and disconnects it. Closing the dialog stops it only before that. */
export const disconnectWallet: ConsoleEffect<'wallet/disconnectSigned' | 'wallet/failed'> = (messages, deps) =>
  messages.of('ui/walletDisconnectPressed').pipe(
    groupBy(({ provider }) => provider),
    mergeMap((presses$) =>
      presses$.pipe(
        exhaustMap(({ provider, id }) =>
          sign(deps, provider, id).pipe(
            catchWalletError(id),
            takeUntil(dialogClosed(messages, deps, 'disconnectLoginConnection')),
            concatMap((result) => {
              if (result.type !== 'wallet/disconnectSigned') return of(result)
              const { nonce, signature } = result
              return concat(of(result), callOutcome(deps, 'disconnectLogin', { provider, nonce, signature }))
            }),
            takeUntil(messages.of(...userChanges)),
          ),
        ),
      ),
    ),
  )

const sign = (deps: ConsoleDeps, provider: Wallet, id: string): Observable<Result> => {
  const { wallets } = deps.world
  return defer(() => wallets.connect(id)).pipe(
    concatMap(({ address, chainId }) => {
      const input = { provider, address, ...(chainId > 0 && { chainId }) }
      return callOutcome(deps, 'createDisconnectNonce', input).pipe(
        concatMap((outcome): Observable<Result> => {
          if (outcome.type !== 'api/createDisconnectNonce.succeeded') return of(outcome)
          const { nonce, message } = outcome.response
          return wallets
            .sign(id, address, message)
            .pipe(map((signature): Result => ({ type: 'wallet/disconnectSigned', provider, nonce, signature })))
        }),
      )
    }),
  )
}
