import { NEVER, type Observable, of, Subject, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../effects/api/api.ts'
import { disconnectWallet } from '../../effects/connections/disconnect-wallet.ts'
import type { Wallet } from '../../src/contract/wire/account.ts'
import type { Failure } from '../../src/core/failure.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import { WalletFault, type Wallets } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { selectWalletDisconnect } from '../../src/wallets/wallet-disconnects.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const kind = 'disconnectLoginConnection'
const openedOf = (provider: Wallet): Message => ({ type: 'ui/modalOpened', modal: { kind, provider } })
const opened = openedOf('phantom')
const closed: Message = { type: 'ui/modalClosed', kind }
const pressedOf = (provider: Wallet): Message => ({ type: 'ui/walletDisconnectPressed', provider, id: provider })
const pressed = pressedOf('phantom')
const gone = of({ message: 'Gone.' })

/** Messages go to the slices first and then to the effect, and what it says goes to the slices, as in the console. */
const run = (
  m: Marbles,
  wallets: Partial<Wallets> = {},
  removed: (provider: Wallet) => Observable<object> = () => gone,
) => {
  const inputs: object[] = []
  const signing: Wallets = {
    found$: of([]),
    connect: () => of({ address: 'abc', chainId: 0 }),
    sign: (_id, _address, message) => of(`signed ${message}`),
    ...wallets,
  }
  const { deps, bus, calls } = bench({ ...fakeWorld(m.scheduler), wallets: signing }, (name, input) => {
    inputs.push(input)
    return name === 'createDisconnectNonce'
      ? of({ nonce: 'n', address: 'abc', message: 'words', expiresAt: '' })
      : removed(Reflect.get(input, 'provider'))
  })
  const said$ = new Subject<Message>()
  const told: string[] = []
  disconnectWallet(messagesFrom(said$), deps).subscribe((message) => {
    told.push(message.type)
    bus.send(message)
  })
  const say = (message: Message) => {
    bus.send(message)
    said$.next(message)
  }
  say(opened)
  const state = (provider: Wallet = 'phantom') => selectWalletDisconnect(provider)(bus.read())
  return { say, told, calls, inputs, state, modals: () => bus.read().modals }
}

test(
  'given a wallet that signs, when it is to be disconnected, then what it signed is sent and the dialog closes [A5.8]',
  marbles((m) => {
    const { say, told, inputs, modals } = run(m)
    say(pressed)
    expect(inputs).toEqual([
      { provider: 'phantom', address: 'abc' },
      { provider: 'phantom', nonce: 'n', signature: 'signed words' },
    ])
    expect(told).toEqual(['wallet/disconnectSigned', 'api/disconnectLogin.answered'])
    expect(modals()).toEqual([])
  }),
)

test(
  'given a wallet that says no, when it is asked again, then the second press works',
  marbles((m) => {
    let times = 0
    const { say, calls, state, modals } = run(m, {
      sign: () => {
        times += 1
        return times === 1 ? throwError(() => new WalletFault('refused')) : of('signed')
      },
    })
    say(pressed)
    expect(state()).toMatchObject({
      step: null,
      fault: { words: expect.stringContaining('Nothing was signed.'), isUnsure: false },
    })
    say(pressed)
    expect(calls.at(-1)).toBe('disconnectLogin')
    expect(modals()).toEqual([])
  }),
)

test(
  'given a wallet that waits, when the dialog is closed, then what it signs later is not sent',
  marbles((m) => {
    const signature$ = new Subject<string>()
    const { say, calls, state } = run(m, { sign: () => signature$ })
    say(pressed)
    expect(state()).toEqual({ step: 'signing', fault: null })
    say(closed)
    expect(signature$.observed).toBe(false)
    say(opened)
    expect(state()).toEqual({ step: null, fault: null })
    expect(calls).toEqual(['createDisconnectNonce'])
  }),
)

test(
  'given a removal that is on its way, when another wallet is to go, then it has a dialog and a call of its own',
  marbles((m) => {
    const answer$ = new Subject<object>()
    const { say, inputs, state } = run(m, {}, (provider) => (provider === 'metamask' ? answer$ : NEVER))
    say(openedOf('metamask'))
    say(pressedOf('metamask'))
    say(closed)
    say(opened)
    expect(state()).toEqual({ step: null, fault: null })
    say(pressed)
    answer$.error(new Failed({ kind: 'timedOut' }))
    expect(inputs.at(-1)).toMatchObject({ provider: 'phantom', signature: 'signed words' })
    expect(state()).toEqual({ step: 'sending', fault: null })
    expect(state('metamask')).toMatchObject({ step: null, fault: { isUnsure: true } })
  }),
)

test(
  'given a removal whose answer is lost, then it is not called undone, and what the server refuses is',
  marbles((m) => {
    const failures: Failure[] = [
      { kind: 'offline' },
      { kind: 'refused', status: 400, code: 'lastLogin', words: 'No.', fields: [] },
    ]
    const { say, state } = run(m, {}, () => throwError(() => new Failed(failures.shift() ?? { kind: 'unreadable' })))
    say(pressed)
    expect(state()).toMatchObject({ step: null, fault: { isUnsure: true } })
    say(pressed)
    expect(state()).toEqual({ step: null, fault: { words: 'No.', isUnsure: false } })
  }),
)
