import { merge, of, Subject, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../effects/api/api.ts'
import { openPayoutWallet, withdraw } from '../../effects/referral/withdraw.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import { WalletError, type Wallets } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { withdrawals } from '../../src/withdrawals/withdrawals.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { effectHarness } from './effect-harness.ts'

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
const signed: Message = { type: 'wallet/withdrawalSigned', signed: { request, input, key: 'id-1' } }
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
  'given a wallet that signs, when a withdrawal is pressed, then what it signed is sent, under a key of its own [A7.22]',
  marbles((m) => {
    const { deps, calls } = setup(m)
    // The answer is only passed on here.
    const succeeded = { type: 'api/createWithdrawal.succeeded', ...base, response: { withdrawal: {} } } as Message
    m.expect(withdraw(messagesFrom(m.hot('p', { p: pressed })), deps)).toBeObservable('(sa)', {
      s: signed,
      a: succeeded,
    })
    m.flush()
    expect(calls).toEqual(['readWithdrawalMessage', 'createWithdrawal id-1'])
  }),
)

test(
  'given an account that was changed meanwhile, when a withdrawal is pressed, then nothing is signed [A5.7]',
  marbles((m) => {
    const { deps, calls } = setup(m, { connect: () => of({ address: '0xother', chainId: 1 }) })
    m.expect(withdraw(messagesFrom(m.hot('p', { p: pressed })), deps)).toBeObservable('o', {
      o: { type: 'wallet/opened', wallet: { id: 'harbour', address: '0xother', chainId: 1 } },
    })
    m.flush()
    expect(calls).toEqual([])
  }),
)

/** Messages go to the slices first and then to the effects, and what effects say goes to the slices, as in the console. */
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
  'given an answer that was lost, when the same is pressed again, then the same is sent under the same key [A7.22]',
  marbles((m) => {
    let times = 0
    const { dispatch, emitted, calls, state } = run(m, {}, () => {
      times += 1
      return times === 1 ? throwError(() => new Failed({ kind: 'timedOut' })) : of({ withdrawal: {} })
    })
    dispatch(pressed)
    expect(state()).toMatchObject({ step: null, failure: { kind: 'timedOut' }, signed: { key: 'id-1' } })
    dispatch(pressed)
    expect(calls).toEqual(['readWithdrawalMessage', 'createWithdrawal id-1', 'createWithdrawal id-1'])
    expect(emitted.at(-1)).toBe('api/createWithdrawal.succeeded')
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test(
  'given an answer that was lost, when something else is asked for, then it is signed anew',
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
  'given a refusal, when the same is pressed again, then it is signed anew',
  marbles((m) => {
    const apiError = { kind: 'apiError', status: 400, code: 'invalid', message: 'No.', fields: [] } as const
    const { dispatch, calls, state } = run(m, {}, () => throwError(() => new Failed({ ...apiError, fields: [] })))
    dispatch(pressed)
    expect(state()).toMatchObject({ signed: null, failure: { code: 'invalid' } })
    dispatch(pressed)
    expect(calls.at(-1)).toBe('createWithdrawal id-2')
  }),
)

test(
  'given a wallet that waits, when the dialog is closed, then what it signs later is not sent',
  marbles((m) => {
    const signature$ = new Subject<string>()
    const { dispatch, emitted, calls, state } = run(m, { sign: () => signature$ }, () => of({ withdrawal: {} }))
    dispatch(pressed)
    expect(state().step).toBe('signing')
    dispatch(closed)
    signature$.next('signed words')
    expect(emitted).toEqual([])
    expect(calls).toEqual(['readWithdrawalMessage'])
  }),
)

test(
  'given an account that was changed meanwhile, when a withdrawal is pressed, then the dialog waits for nothing and can be pressed again [A5.7]',
  marbles((m) => {
    const { dispatch, state } = run(m, { connect: () => of({ address: '0xother', chainId: 1 }) }, () => of({}))
    dispatch(pressed)
    expect(state()).toMatchObject({ step: null, wallet: { address: '0xother' } })
  }),
)

test(
  'given an answer that was lost, when the dialog is closed and opened again, then the same is sent under the same key [A7.22]',
  marbles((m) => {
    const { dispatch, calls, state } = run(m, {}, () => throwError(() => new Failed({ kind: 'timedOut' })))
    dispatch(pressed)
    dispatch(closed)
    dispatch(dialogOpened)
    expect(state()).toMatchObject({ step: null, failure: { kind: 'timedOut' }, signed: { request, key: 'id-1' } })
    dispatch(pressed)
    expect(calls).toEqual(['readWithdrawalMessage', 'createWithdrawal id-1', 'createWithdrawal id-1'])
  }),
)

test(
  'given a withdrawal on its way, when the dialog is closed and opened again, then it is still on its way',
  marbles((m) => {
    const response$ = new Subject()
    const { dispatch, emitted, state } = run(m, {}, () => response$)
    dispatch(pressed)
    dispatch(closed)
    dispatch(dialogOpened)
    expect(state().step).toBe('sending')
    response$.next({ withdrawal: {} })
    expect(emitted.at(-1)).toBe('api/createWithdrawal.succeeded')
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test(
  'given a wallet, when it is opened and another person signs in, then nothing of it is left',
  marbles((m) => {
    const { dispatch, state } = run(m, {}, () => of({}))
    dispatch({ type: 'ui/payoutWalletPressed', id: 'harbour' })
    expect(state()).toMatchObject({ wallet, step: null })
    dispatch({ type: 'tab/signedIn', token: 'another' })
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test.each(['missing', 'rejected', 'failed'] as const)(
  'given a wallet that is %s, when it is pressed again and again, then each time is told and the next still works [A5.9]',
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
