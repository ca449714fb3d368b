import { concat, concatMap, defer, exhaustMap, groupBy, map, mergeMap, type Observable, of, takeUntil } from 'rxjs'
import type { Wallet } from '../../src/contract/wire/account.ts'
import type { Message } from '../../src/message.ts'
import { userChanges } from '../../src/session/session-message.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { ConsoleDeps, ConsoleEffect } from '../deps.ts'
import { givenUp, ofWallet } from './wallet-decision.ts'

/** The wallet signs what the server wrote, and is disconnected. What was signed goes on when the dialog closes. */
export const disconnectWallet: ConsoleEffect = (messages, deps) =>
  messages.of('ui/walletDisconnectPressed').pipe(
    groupBy(({ provider }) => provider),
    mergeMap((presses$) =>
      presses$.pipe(
        exhaustMap(({ provider, id }) =>
          sign(deps, provider, id).pipe(
            ofWallet(id),
            takeUntil(givenUp(messages, deps, 'disconnectLoginConnection')),
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

const sign = (deps: ConsoleDeps, provider: Wallet, id: string): Observable<Message> => {
  const { wallets } = deps.world
  return defer(() => wallets.connect(id)).pipe(
    concatMap(({ address, chainId }) => {
      const input = { provider, address, ...(chainId > 0 && { chainId }) }
      return callOutcome(deps, 'createDisconnectNonce', input).pipe(
        concatMap((outcome): Observable<Message> => {
          if (outcome.type !== 'api/createDisconnectNonce.succeeded') return of(outcome)
          const { nonce, message } = outcome.response
          return wallets
            .sign(id, address, message)
            .pipe(map((signature): Message => ({ type: 'wallet/disconnectSigned', provider, nonce, signature })))
        }),
      )
    }),
  )
}
