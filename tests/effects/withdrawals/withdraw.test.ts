import { merge, of, Subject, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { openPayoutWallet, withdraw } from '../../../effects/withdrawals/withdraw.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import { WalletError, type Wallets } from '../../../src/core/world.ts'
import type { Message } from '../../../src/message.ts'
import { withdrawals } from '../../../src/withdrawals/withdrawals.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const request = { userDetails: { firstName: 'Ada', lastName: 'Lovelace' }, amount: 5, address: '0xABC' }
const wallet = { id: 'harbour', address: '0xabc', chainId: 137 }
const pressed = { type: 'ui/withdrawalPressed', id: 'harbour', request } satisfies Message
const dialogOpened: Message = { type: 'ui/modalOpened', modal: { kind: 'withdrawCredits' } }
const closed: Message = { type: 'ui/modalClosed', kind: 'withdrawCredits' }
const input = {
  userDetails: request.userDetails,
  amount: 5,
  walletDetails: { address: '0xabc', chainId: 137, signature: 'signed words', networkName: 'Polygon' },
}
const signed = { type: 'wallet/withdrawalSigned' as const, signed: { request, input, key: 'id-1' } }
const base = { input, requestId: null, atMs: 0 }

const setup = (m: Marbles, wallets: Partial<Wallets> = {}, sent: () => unknown = () => of({ withdrawal: {} })) => {
  const signing: Wallets = {
    found$: of([]),
    connect: () => of({ address: '0xabc', chainId: 137 }),
    sign: (_id, _address, message) => of(`signed ${message}`),
    ...wallets,
  }
  const { deps, calls, bus } = effectHarness({ ...fakeWorld(m.scheduler), wallets: signing }, (name) =>
    name === 'readWithdrawalMessage' ? of({ message: 'words' }) : (sent() as never),
  )
  bus.send(dialogOpened)
  return { deps, calls, bus }
}

test(
  'given a wallet that signs, when a withdrawal is pressed, then its signature is sent, under its own key [A7.22]',
  marbles((m) => {
    const { deps, calls } = setup(m)
    // The effect only passes the response on, so its content does not matter.
    const succeeded = { type: 'api/createWithdrawal.succeeded', ...base, response: { withdrawal: {} } } as never
    m.expect(withdraw(messagesFrom(m.hot('p', { p: pressed })), deps)).toBeObservable('(sa)', {
      s: signed,
      a: succeeded,
    })
    m.flush()
    expect(calls).toEqual(['readWithdrawalMessage', 'createWithdrawal id-1'])
  }),
)

test(
  'given a wallet whose account has changed, when a withdrawal is pressed, then nothing is signed [A5.7]',
  marbles((m) => {
    const { deps, calls } = setup(m, { connect: () => of({ address: '0xother', chainId: 1 }) })
    m.expect(withdraw(messagesFrom(m.hot('p', { p: pressed })), deps)).toBeObservable('o', {
      o: { type: 'wallet/opened', wallet: { id: 'harbour', address: '0xother', chainId: 1 } },
    })
    m.flush()
    expect(calls).toEqual([])
  }),
)

/**
 * Sends each message to the slices first and then to the effects, and the effects’ output to the slices, as in the
 * console.
 */
const run = (m: Marbles, wallets: Partial<Wallets>, sent: () => unknown) => {
  const { deps, bus, calls } = setup(m, wallets, sent)
  const message$ = new Subject<Message>()
  const emitted: string[] = []
  merge(...[openPayoutWallet, withdraw].map((effect) => effect(messagesFrom(message$), deps))).subscribe((message) => {
    emitted.push(message.type)
    bus.send(message)
  })
  const dispatch = (message: Message) => {
    bus.send(message)
    message$.next(message)
  }
  return { dispatch, emitted, calls, state: () => bus.read().withdrawals }
}

test(
  'given a lost response, when the same withdrawal is pressed again, then it is sent again under the same key [A7.22]',
  marbles((m) => {
    let times = 0
    const { dispatch, emitted, calls, state } = run(m, {}, () => {
      times += 1
      return times === 1 ? throwError(() => new Failed({ kind: 'timedOut' })) : of({ withdrawal: {} })
    })
    dispatch(pressed)
    expect(state().withdrawal).toMatchObject({
      kind: 'unsettled',
      failure: { kind: 'timedOut' },
      signed: { key: 'id-1' },
    })
    dispatch(pressed)
    expect(calls).toEqual(['readWithdrawalMessage', 'createWithdrawal id-1', 'createWithdrawal id-1'])
    expect(emitted.at(-1)).toBe('api/createWithdrawal.succeeded')
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test(
  'given a lost response, when the amount is changed, then it is signed again',
  marbles((m) => {
    const { dispatch, calls } = run(m, {}, () => throwError(() => new Failed({ kind: 'offline' })))
    dispatch(pressed)
    dispatch({ ...pressed, request: { ...request, amount: 6 } })
    expect(calls).toEqual([
      'readWithdrawalMessage',
      'createWithdrawal id-1',
      'readWithdrawalMessage',
      'createWithdrawal id-2',
    ])
  }),
)

test(
  'given an API error, when the same withdrawal is pressed again, then it is signed again',
  marbles((m) => {
    const apiError = { kind: 'apiError', status: 400, code: 'invalid', message: 'No.', fields: [] } as const
    const { dispatch, calls, state } = run(m, {}, () => throwError(() => new Failed({ ...apiError, fields: [] })))
    dispatch(pressed)
    expect(state().withdrawal).toMatchObject({ kind: 'editing', failure: { code: 'invalid' } })
    dispatch(pressed)
    expect(calls.at(-1)).toBe('createWithdrawal id-2')
  }),
)

test(
  'given a wallet that is waiting, when the dialog is closed, then a later signature is not sent',
  marbles((m) => {
    const signature$ = new Subject<string>()
    const { dispatch, emitted, calls, state } = run(m, { sign: () => signature$ }, () => of({ withdrawal: {} }))
    dispatch(pressed)
    expect(state().withdrawal.kind).toBe('signing')
    dispatch(closed)
    signature$.next('signed words')
    expect(emitted).toEqual([])
    expect(calls).toEqual(['readWithdrawalMessage'])
  }),
)

test(
  'given a wallet whose account has changed, when a withdrawal is pressed, then the dialog is not busy and shows the new account [A5.7]',
  marbles((m) => {
    const { dispatch, state } = run(m, { connect: () => of({ address: '0xother', chainId: 1 }) }, () => of({}))
    dispatch(pressed)
    expect(state()).toMatchObject({
      withdrawal: { kind: 'editing', failure: null },
      wallet: { kind: 'opened', opened: { address: '0xother' } },
    })
  }),
)

test(
  'given a lost response, when the dialog is closed and opened again, then the same withdrawal is sent under the same key [A7.22]',
  marbles((m) => {
    const { dispatch, calls, state } = run(m, {}, () => throwError(() => new Failed({ kind: 'timedOut' })))
    dispatch(pressed)
    dispatch(closed)
    dispatch(dialogOpened)
    expect(state().withdrawal).toMatchObject({
      kind: 'unsettled',
      failure: { kind: 'timedOut' },
      signed: { request, key: 'id-1' },
    })
    dispatch(pressed)
    expect(calls).toEqual(['readWithdrawalMessage', 'createWithdrawal id-1', 'createWithdrawal id-1'])
  }),
)

test(
  'given a pending withdrawal, when the dialog is closed and opened again, then it is still pending',
  marbles((m) => {
    const response$ = new Subject()
    const { dispatch, emitted, state } = run(m, {}, () => response$)
    dispatch(pressed)
    dispatch(closed)
    dispatch(dialogOpened)
    expect(state().withdrawal.kind).toBe('sending')
    response$.next({ withdrawal: {} })
    expect(emitted.at(-1)).toBe('api/createWithdrawal.succeeded')
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test(
  'given an open wallet, when another user signs in, then its state is cleared',
  marbles((m) => {
    const { dispatch, state } = run(m, {}, () => of({}))
    dispatch({ type: 'ui/payoutWalletPressed', id: 'harbour' })
    expect(state()).toMatchObject({ wallet: { kind: 'opened', opened: wallet }, withdrawal: { kind: 'editing' } })
    dispatch({ type: 'tab/signedIn', token: 'another' })
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test.each(['missing', 'rejected', 'failed'] as const)(
  'given a wallet that is %s, when it is pressed twice, then each failure is emitted and the next attempt still works [A5.9]',
  (kind) =>
    marbles((m) => {
      const { deps } = setup(m, { connect: () => throwError(() => new WalletError(kind)) })
      const failed: Message = { type: 'wallet/failed', id: 'harbour', kind }
      m.expect(
        openPayoutWallet(messagesFrom(m.hot('p-p', { p: { type: 'ui/payoutWalletPressed', id: 'harbour' } })), deps),
      ).toBeObservable('f-f', { f: failed })
      m.expect(withdraw(messagesFrom(m.hot('p-p', { p: pressed })), deps)).toBeObservable('f-f', { f: failed })
    })(),
)
