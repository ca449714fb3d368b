import { concat, concatMap, defer, exhaustMap, map, type Observable, of, switchMap, takeUntil } from 'rxjs'
import type { MessageOf } from '../../src/core/message.ts'
import type { Message } from '../../src/message.ts'
import { chainName, isSameWallet } from '../../src/rules/evm-wallets.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { SignedWithdrawal, WithdrawalRequest } from '../../src/withdrawals/withdrawal-message.ts'
import { signedWithdrawalOf } from '../../src/withdrawals/withdrawals.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { AccountEffect, ConsoleDeps, Emitted } from '../deps.ts'
import { catchWalletError, dialogClosed } from '../wallets/wallet-errors.ts'

type Result = Emitted<'wallet/opened' | 'wallet/withdrawalSigned' | 'wallet/failed'>

/** Opens the wallet to pay out to. The last press wins. */
export const openPayoutWallet: AccountEffect<'wallet/opened' | 'wallet/failed'> = (messages, deps) =>
  messages
    .of('ui/payoutWalletPressed')
    .pipe(
      switchMap(({ id }) =>
        open(deps, id).pipe(catchWalletError(id), takeUntil(dialogClosed(messages, deps, 'withdrawCredits'))),
      ),
    )

/**
 * Has the wallet sign the server's message, and sends the withdrawal. One that was signed and whose outcome is unknown is
 * sent again as it is, so that nothing is paid out twice.
 */
export const withdraw: AccountEffect<'wallet/opened' | 'wallet/withdrawalSigned' | 'wallet/failed'> = (
  messages,
  deps,
) =>
  messages.of('ui/withdrawalPressed').pipe(
    exhaustMap(({ id, request }) => {
      const signed = signedWithdrawalOf(deps.read().withdrawals)
      const signed$: Observable<Result> = signed
        ? of({ type: 'wallet/withdrawalSigned', signed })
        : sign(deps, id, request).pipe(catchWalletError(id), takeUntil(dialogClosed(messages, deps, 'withdrawCredits')))
      return signed$.pipe(
        concatMap((result) =>
          result.type === 'wallet/withdrawalSigned' ? concat(of(result), send(deps, result.signed)) : of(result),
        ),
        takeUntil(messages.of(...userChanges)),
      )
    }),
  )

/** Signs nothing when the wallet opens another account than the entered one; the dialog shows that. */
const sign = (deps: ConsoleDeps, id: string, request: WithdrawalRequest): Observable<Result> =>
  open(deps, id).pipe(
    concatMap((opened): Observable<Result> => {
      const { address, chainId } = opened.wallet
      if (!isSameWallet(address, request.address)) return of(opened)
      const { userDetails, amount } = request
      const networkName = chainName(chainId)
      const terms = { ...userDetails, amount, address, chainId, networkName }
      return callOutcome(deps, 'readWithdrawalMessage', terms).pipe(
        concatMap((outcome): Observable<Result> => {
          if (outcome.type !== 'api/readWithdrawalMessage.succeeded') return of(outcome)
          return deps.world.wallets.sign(id, address, outcome.response.message).pipe(
            map((signature): Result => {
              const walletDetails = { address, chainId, signature, networkName }
              const input = { userDetails, amount, walletDetails }
              return { type: 'wallet/withdrawalSigned', signed: { request, input, key: deps.world.newId() } }
            }),
          )
        }),
      )
    }),
  )

const send = (deps: ConsoleDeps, { input, key }: SignedWithdrawal): Observable<Result> =>
  callOutcome(deps, 'createWithdrawal', input, null, { idempotencyKey: key })

const open = ({ world }: ConsoleDeps, id: string): Observable<MessageOf<Message, 'wallet/opened'>> =>
  defer(() => world.wallets.connect(id)).pipe(map((account) => ({ type: 'wallet/opened', wallet: { id, ...account } })))
