import { concat, defer, NEVER, of, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { messagesFrom } from '../../src/core/messages.ts'
import { WalletError } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { foundWallets } from '../../streams/wallets/found-wallets.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'

test(
  'given wallets whose code fails to load, while a view shows them, then it retries until it succeeds, and not afterwards',
  marbles((m) => {
    let times = 0
    const found$ = defer(() => {
      times += 1
      return times === 3 ? concat(of([]), NEVER) : throwError(() => new WalletError('failed'))
    })
    const world = fakeWorld(m.scheduler)
    const reported: string[] = []
    const messages = messagesFrom(
      m.hot<Message>('w 9999ms lw 499ms l', { w: { type: 'ui/walletsRequested' }, l: { type: 'ui/walletsLeft' } }),
    )
    const wallets$ = foundWallets(messages, { ...world, wallets: { ...world.wallets, found$ } }, (where) => {
      reported.push(where)
    })
    m.expect(wallets$).toBeObservable('3s f', { f: { type: 'wallet/found', wallets: [] } })
    m.flush()
    expect(reported).toStrictEqual(['streams/wallets', 'streams/wallets', 'streams/wallets'])
  }),
)
