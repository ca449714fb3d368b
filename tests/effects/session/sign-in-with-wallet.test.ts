import { of, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { signInWithWallet } from '../../../effects/session/sign-in-with-wallet.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import { WalletError, type Wallets } from '../../../src/core/world.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const API = 'http://localhost:4600/api/'
const pressed = (id = 'io.metamask', chain: 'evm' | 'solana' = 'evm'): Message => ({
  type: 'ui/walletSignInPressed',
  id,
  chain,
})
const nonce = { nonce: 'n', state: 'n', message: 'longshore wants you to sign in:\n0xAbC\n\nNonce: n', expiresAt: '' }
const signing: Wallets = {
  found$: of([]),
  connect: () => of({ address: '0xabc', chainId: 5 }),
  sign: (_id, _address, message) => of(`signed ${message.length}`),
}

const setup = (m: Marbles, wallets: Wallets, response = of<unknown>(nonce), mayOpen = true) => {
  const world = { ...fakeWorld(m.scheduler, { kept: { referralCode: 'ada' }, mayOpen }), wallets }
  const { deps, calls } = effectHarness(world, () => response)
  return { world, deps, calls }
}

test(
  'given a wallet that signs, when it is pressed, then a window opens the server’s callback with the signature [A7.11]',
  marbles((m) => {
    const { world, deps, calls } = setup(m, signing)
    m.expect(signInWithWallet(messagesFrom(m.hot('p', { p: pressed() })), deps)).toBeObservable('s', {
      s: { type: 'wallet/signedIn', id: 'io.metamask' },
    })
    m.flush()
    expect(calls).toStrictEqual(['createWalletNonce'])
    const [opened = ''] = world.recordedCalls
    const url = new URL(opened.replace('open ', ''))
    expect(`${url.origin}${url.pathname}`).toBe(`${API}auth/web3/callback`)
    expect(Object.fromEntries(url.searchParams)).toStrictEqual({
      state: 'n',
      address: '0xAbC',
      message: nonce.message,
      signature: `signed ${nonce.message.length}`,
      referralCode: 'ada',
    })
  }),
)

test(
  'given a captcha token, when a wallet is pressed, then the call carries it [A8.23]',
  marbles((m) => {
    const { deps } = setup(
      m,
      signing,
      throwError(() => new Failed({ kind: 'offline' })),
    )
    const message: Message = { type: 'ui/walletSignInPressed', id: 'io.metamask', chain: 'evm', captchaToken: 'human' }
    m.expect(signInWithWallet(messagesFrom(m.hot('p', { p: message })), deps)).toBeObservable('f', {
      f: {
        type: 'api/createWalletNonce.failed',
        input: { wallet: 'metamask', address: '0xabc', chainId: 5, captchaToken: 'human' },
        failure: { kind: 'offline' },
        requestId: null,
        atMs: 0,
      },
    })
  }),
)

test(
  'given a browser that blocks new windows, when a wallet has signed, then this tab goes to the callback',
  marbles((m) => {
    const { world, deps } = setup(m, signing, of(nonce), false)
    signInWithWallet(messagesFrom(m.hot('p', { p: pressed() })), deps).subscribe()
    m.flush()
    expect(world.recordedCalls[1]).toMatch(/^leave http/)
  }),
)

test.each(['missing', 'rejected', 'failed'] as const)(
  'given a wallet that is %s, when it is pressed twice, then each failure is emitted and the next attempt still works [A5.9]',
  (kind) =>
    marbles((m) => {
      const { deps } = setup(m, { ...signing, connect: () => throwError(() => new WalletError(kind)) })
      m.expect(signInWithWallet(messagesFrom(m.hot('p-p', { p: pressed('phantom', 'solana') })), deps)).toBeObservable(
        'f-f',
        { f: { type: 'wallet/failed', id: 'phantom', kind } },
      )
    })(),
)

test(
  'given an unreachable server, when a wallet is pressed, then the failure is emitted as for any call',
  marbles((m) => {
    const { deps } = setup(
      m,
      signing,
      throwError(() => new Failed({ kind: 'offline' })),
    )
    m.expect(signInWithWallet(messagesFrom(m.hot('p', { p: pressed() })), deps)).toBeObservable('f', {
      f: {
        type: 'api/createWalletNonce.failed',
        input: { wallet: 'metamask', address: '0xabc', chainId: 5 },
        failure: { kind: 'offline' },
        requestId: null,
        atMs: 0,
      },
    })
  }),
)

for (const change of [
  { type: 'ui/walletsLeft' },
  { type: 'tab/signedIn', token: 'another' },
  { type: 'ui/signOutPressed' },
] satisfies Message[])
  test(
    `given a wallet that is waiting, when ${change.type} arrives, then a later signature opens nothing`,
    marbles((m) => {
      const signature$ = m.cold<string>('5ms s', { s: 'signed' })
      const { world, deps, calls } = setup(m, { ...signing, sign: () => signature$ })
      const { bus } = effectHarness(world, () => of())
      m.hot('p-x', { p: pressed(), x: change }).subscribe((message) => bus.send(message))
      m.expect(signInWithWallet(bus.messages, deps)).toBeObservable('-')
      m.expect(signature$).toHaveSubscriptions('^-!')
      m.flush()
      expect(calls).toStrictEqual(['createWalletNonce'])
      expect(world.recordedCalls).toStrictEqual([])
      expect(bus.read().wallets.deciding).toBeNull()
    }),
  )
