import { NEVER, type Observable, of, Subject, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { disconnectWallet } from '../../../effects/wallets/disconnect-wallet.ts'
import type { Wallet } from '../../../src/contract/wire/account.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import { WalletError, type Wallets } from '../../../src/core/world.ts'
import type { Message } from '../../../src/message.ts'
import { selectWalletDisconnect } from '../../../src/wallets/wallet-disconnects.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const kind = 'disconnectLoginConnection'
const openedOf = (provider: Wallet): Message => ({ type: 'ui/modalOpened', modal: { kind, provider } })
const opened = openedOf('phantom')
const closed: Message = { type: 'ui/modalClosed', kind }
const pressedOf = (provider: Wallet): Message => ({ type: 'ui/walletDisconnectPressed', provider, id: provider })
const pressed = pressedOf('phantom')
const gone = of({ message: 'Gone.' })

/**
 * Sends each message to the slices first and then to the effect, and the effect’s output to the slices, as in the
 * console.
 */
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
  const { deps, bus, calls } = effectHarness({ ...fakeWorld(m.scheduler), wallets: signing }, (name, input) => {
    inputs.push(input)
    return name === 'createDisconnectNonce'
      ? of({ nonce: 'n', address: 'abc', message: 'words', expiresAt: '' })
      : removed(Reflect.get(input, 'provider'))
  })
  const message$ = new Subject<Message>()
  const emitted: string[] = []
  disconnectWallet(messagesFrom(message$), deps).subscribe((message) => {
    emitted.push(message.type)
    bus.send(message)
  })
  const dispatch = (message: Message) => {
    bus.send(message)
    message$.next(message)
  }
  dispatch(opened)
  const state = (provider: Wallet = 'phantom') => selectWalletDisconnect(provider)(bus.read())
  return { dispatch, emitted, calls, inputs, state, modals: () => bus.read().modals }
}

test(
  'given a wallet that signs, when it is to be disconnected, then its signature is sent and the dialog closes [A5.8]',
  marbles((m) => {
    const { dispatch, emitted, inputs, modals } = run(m)
    dispatch(pressed)
    expect(inputs).toEqual([
      { provider: 'phantom', address: 'abc' },
      { provider: 'phantom', nonce: 'n', signature: 'signed words' },
    ])
    expect(emitted).toEqual(['wallet/disconnectSigned', 'api/disconnectLogin.succeeded'])
    expect(modals()).toEqual([])
  }),
)

test(
  'given a wallet that rejects the request, when the button is pressed again, then the second attempt works',
  marbles((m) => {
    let times = 0
    const { dispatch, calls, state, modals } = run(m, {
      sign: () => {
        times += 1
        return times === 1 ? throwError(() => new WalletError('rejected')) : of('signed')
      },
    })
    dispatch(pressed)
    expect(state()).toMatchObject({
      step: null,
      error: { message: expect.stringContaining('Nothing was signed.'), isUnsure: false },
    })
    dispatch(pressed)
    expect(calls.at(-1)).toBe('disconnectLogin')
    expect(modals()).toEqual([])
  }),
)

test(
  'given a wallet that is waiting, when the dialog is closed, then a later signature is not sent',
  marbles((m) => {
    const signature$ = new Subject<string>()
    const { dispatch, calls, state } = run(m, { sign: () => signature$ })
    dispatch(pressed)
    expect(state()).toEqual({ step: 'signing', error: null })
    dispatch(closed)
    expect(signature$.observed).toBe(false)
    dispatch(opened)
    expect(state()).toEqual({ step: null, error: null })
    expect(calls).toEqual(['createDisconnectNonce'])
  }),
)

test(
  'given a pending disconnect, when another wallet is disconnected, then it has its own dialog and its own call',
  marbles((m) => {
    const response$ = new Subject<object>()
    const { dispatch, inputs, state } = run(m, {}, (provider) => (provider === 'metamask' ? response$ : NEVER))
    dispatch(openedOf('metamask'))
    dispatch(pressedOf('metamask'))
    dispatch(closed)
    dispatch(opened)
    expect(state()).toEqual({ step: null, error: null })
    dispatch(pressed)
    response$.error(new Failed({ kind: 'timedOut' }))
    expect(inputs.at(-1)).toMatchObject({ provider: 'phantom', signature: 'signed words' })
    expect(state()).toEqual({ step: 'sending', error: null })
    expect(state('metamask')).toMatchObject({ step: null, error: { isUnsure: true } })
  }),
)

test(
  'given a lost response, then the error is unsure; given an API error, then its message is shown',
  marbles((m) => {
    const failures: Failure[] = [
      { kind: 'offline' },
      { kind: 'apiError', status: 400, code: 'lastLogin', message: 'No.', fields: [] },
    ]
    const { dispatch, state } = run(m, {}, () =>
      throwError(() => new Failed(failures.shift() ?? { kind: 'unreadable' })),
    )
    dispatch(pressed)
    expect(state()).toMatchObject({ step: null, error: { isUnsure: true } })
    dispatch(pressed)
    expect(state()).toEqual({ step: null, error: { message: 'No.', isUnsure: false } })
  }),
)
