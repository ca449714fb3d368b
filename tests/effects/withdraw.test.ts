import { merge, of, Subject, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../effects/api/api.ts'
import { openPayoutWallet, withdraw } from '../../effects/referral/withdraw.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import { WalletFault, type Wallets } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { withdrawals } from '../../src/withdrawals/withdrawals.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const asked = { userDetails: { firstName: 'Ada', lastName: 'Lovelace' }, amount: 5, address: '0xABC' }
const wallet = { id: 'harbour', address: '0xabc', chainId: 137 }
const pressed = { type: 'ui/withdrawalPressed', id: 'harbour', asked } satisfies Message
const dialogOpened: Message = { type: 'ui/modalOpened', modal: { kind: 'withdrawCredits' } }
const closed: Message = { type: 'ui/modalClosed', kind: 'withdrawCredits' }
const input = {
  userDetails: asked.userDetails,
  amount: 5,
  walletDetails: { address: '0xabc', chainId: 137, signature: 'signed words', networkName: 'Polygon' },
}
const signed: Message = { type: 'wallet/withdrawalSigned', signed: { asked, input, key: 'id-1' } }
const said = { input, ask: null, atMs: 0 }

const setup = (m: Marbles, wallets: Partial<Wallets> = {}, sent: () => unknown = () => of({ withdrawal: {} })) => {
  const signing: Wallets = {
    found$: of([]),
    connect: () => of({ address: '0xabc', chainId: 137 }),
    sign: (_id, _address, message) => of(`signed ${message}`),
    ...wallets,
  }
  const { deps, calls, bus } = bench({ ...fakeWorld(m.scheduler), wallets: signing }, (name) =>
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
    const answered = { type: 'api/createWithdrawal.answered', ...said, answer: { withdrawal: {} } } as Message
    m.expect(withdraw(messagesFrom(m.hot('p', { p: pressed })), deps)).toBeObservable('(sa)', {
      s: signed,
      a: answered,
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
  const said$ = new Subject<Message>()
  const told: string[] = []
  merge(...[openPayoutWallet, withdraw].map((effect) => effect(messagesFrom(said$), deps))).subscribe((message) => {
    told.push(message.type)
    bus.send(message)
  })
  const say = (message: Message) => {
    bus.send(message)
    said$.next(message)
  }
  return { say, told, calls, state: () => bus.read().withdrawals }
}

test(
  'given an answer that was lost, when the same is pressed again, then the same is sent under the same key [A7.22]',
  marbles((m) => {
    let times = 0
    const { say, told, calls, state } = run(m, {}, () => {
      times += 1
      return times === 1 ? throwError(() => new Failed({ kind: 'timedOut' })) : of({ withdrawal: {} })
    })
    say(pressed)
    expect(state()).toMatchObject({ step: null, failure: { kind: 'timedOut' }, signed: { key: 'id-1' } })
    say(pressed)
    expect(calls).toEqual(['readWithdrawalMessage', 'createWithdrawal id-1', 'createWithdrawal id-1'])
    expect(told.at(-1)).toBe('api/createWithdrawal.answered')
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test(
  'given an answer that was lost, when something else is asked for, then it is signed anew',
  marbles((m) => {
    const { say, calls } = run(m, {}, () => throwError(() => new Failed({ kind: 'offline' })))
    say(pressed)
    say({ ...pressed, asked: { ...asked, amount: 6 } })
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
    const refused = { kind: 'refused', status: 400, code: 'invalid', words: 'No.', fields: [] } as const
    const { say, calls, state } = run(m, {}, () => throwError(() => new Failed({ ...refused, fields: [] })))
    say(pressed)
    expect(state()).toMatchObject({ signed: null, failure: { code: 'invalid' } })
    say(pressed)
    expect(calls.at(-1)).toBe('createWithdrawal id-2')
  }),
)

test(
  'given a wallet that waits, when the dialog is closed, then what it signs later is not sent',
  marbles((m) => {
    const signature$ = new Subject<string>()
    const { say, told, calls, state } = run(m, { sign: () => signature$ }, () => of({ withdrawal: {} }))
    say(pressed)
    expect(state().step).toBe('signing')
    say(closed)
    signature$.next('signed words')
    expect(told).toEqual([])
    expect(calls).toEqual(['readWithdrawalMessage'])
  }),
)

test(
  'given an account that was changed meanwhile, when a withdrawal is pressed, then the dialog waits for nothing and can be pressed again [A5.7]',
  marbles((m) => {
    const { say, state } = run(m, { connect: () => of({ address: '0xother', chainId: 1 }) }, () => of({}))
    say(pressed)
    expect(state()).toMatchObject({ step: null, wallet: { address: '0xother' } })
  }),
)

test(
  'given an answer that was lost, when the dialog is closed and opened again, then the same is sent under the same key [A7.22]',
  marbles((m) => {
    const { say, calls, state } = run(m, {}, () => throwError(() => new Failed({ kind: 'timedOut' })))
    say(pressed)
    say(closed)
    say(dialogOpened)
    expect(state()).toMatchObject({ step: null, failure: { kind: 'timedOut' }, signed: { asked, key: 'id-1' } })
    say(pressed)
    expect(calls).toEqual(['readWithdrawalMessage', 'createWithdrawal id-1', 'createWithdrawal id-1'])
  }),
)

test(
  'given a withdrawal on its way, when the dialog is closed and opened again, then it is still on its way',
  marbles((m) => {
    const answer$ = new Subject()
    const { say, told, state } = run(m, {}, () => answer$)
    say(pressed)
    say(closed)
    say(dialogOpened)
    expect(state().step).toBe('sending')
    answer$.next({ withdrawal: {} })
    expect(told.at(-1)).toBe('api/createWithdrawal.answered')
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test(
  'given a wallet, when it is opened and another person signs in, then nothing of it is left',
  marbles((m) => {
    const { say, state } = run(m, {}, () => of({}))
    say({ type: 'ui/payoutWalletPressed', id: 'harbour' })
    expect(state()).toMatchObject({ wallet, step: null })
    say({ type: 'tab/signedIn', token: 'another' })
    expect(state()).toEqual(withdrawals.initial)
  }),
)

test.each(['missing', 'refused', 'failed'] as const)(
  'given a wallet that is %s, when it is pressed again and again, then each time is told and the next still works [A5.9]',
  (kind) =>
    marbles((m) => {
      const { deps } = setup(m, { connect: () => throwError(() => new WalletFault(kind)) })
      const failed: Message = { type: 'wallet/failed', id: 'harbour', kind }
      m.expect(
        openPayoutWallet(messagesFrom(m.hot('p-p', { p: { type: 'ui/payoutWalletPressed', id: 'harbour' } })), deps),
      ).toBeObservable('f-f', { f: failed })
      m.expect(withdraw(messagesFrom(m.hot('p-p', { p: pressed })), deps)).toBeObservable('f-f', { f: failed })
    })(),
)
