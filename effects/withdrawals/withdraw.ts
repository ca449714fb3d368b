import { concat, concatMap, defer, exhaustMap, map, type Observable, of, switchMap, takeUntil } from 'rxjs'
import type { Message } from '../../src/message.ts'
import { chainName, isSameWallet } from '../../src/rules/evm-wallets.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { SignedWithdrawal, WithdrawalRequest } from '../../src/withdrawals/withdrawal-message.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { ConsoleDeps, ConsoleEffect } from '../deps.ts'
import { givenUp, ofWallet } from '../wallets/wallet-decision.ts'

/** Opens the wallet that is to be paid. The last press wins. */
export const openPayoutWallet: ConsoleEffect = (messages, deps) =>
  messages
    .of('ui/payoutWalletPressed')
    .pipe(
      switchMap(({ id }) => open(deps, id).pipe(ofWallet(id), takeUntil(givenUp(messages, deps, 'withdrawCredits')))),
    )

/**
 * The wallet signs what the server wrote, and the withdrawal is sent. One that was signed, and of which it is not known
 * whether the server has it, is sent again as it is: nothing is withdrawn twice.
 */
export const withdraw: ConsoleEffect = (messages, deps) =>
  messages.of('ui/withdrawalPressed').pipe(
    exhaustMap(({ id, request }) => {
      const { signed } = deps.read().withdrawals
      const signed$ = signed
        ? of<Message>({ type: 'wallet/withdrawalSigned', signed })
        : sign(deps, id, request).pipe(ofWallet(id), takeUntil(givenUp(messages, deps, 'withdrawCredits')))
      return signed$.pipe(
        concatMap((result) =>
          result.type === 'wallet/withdrawalSigned' ? concat(of(result), send(deps, result.signed)) : of(result),
        ),
        takeUntil(messages.of(...userChanges)),
      )
    }),
  )

/** The person may have changed the account meanwhile; then there is nothing to sign, and the dialog says so. */
const sign = (deps: ConsoleDeps, id: string, request: WithdrawalRequest): Observable<Message> =>
  open(deps, id).pipe(
    concatMap((opened) => {
      if (opened.type !== 'wallet/opened') return of(opened)
      const { address, chainId } = opened.wallet
      if (!isSameWallet(address, request.address)) return of(opened)
      const { userDetails, amount } = request
      const networkName = chainName(chainId)
      const terms = { ...userDetails, amount, address, chainId, networkName }
      return callOutcome(deps, 'readWithdrawalMessage', terms).pipe(
        concatMap((outcome): Observable<Message> => {
          if (outcome.type !== 'api/readWithdrawalMessage.succeeded') return of(outcome)
          return deps.world.wallets.sign(id, address, outcome.response.message).pipe(
            map((signature): Message => {
              const walletDetails = { address, chainId, signature, networkName }
              const input = { userDetails, amount, walletDetails }
              return { type: 'wallet/withdrawalSigned', signed: { request, input, key: deps.world.newId() } }
            }),
          )
        }),
      )
    }),
  )

const send = (deps: ConsoleDeps, { input, key }: SignedWithdrawal): Observable<Message> =>
  callOutcome(deps, 'createWithdrawal', input, null, { idempotencyKey: key })

const open = ({ world }: ConsoleDeps, id: string): Observable<Message> =>
  defer(() => world.wallets.connect(id)).pipe(
    map((account): Message => ({ type: 'wallet/opened', wallet: { id, ...account } })),
  )
