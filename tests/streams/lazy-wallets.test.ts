import { firstValueFrom, of } from 'rxjs'
import { expect, test } from 'vitest'
import type { Wallets } from '../../src/core/world.ts'
import { browserWallets as walletsOfPage } from '../../streams/wallets/browser-wallets.ts'
import { lazyWallets } from '../../streams/wallets/lazy-wallets.ts'

const account = { address: '0xabc', chainId: 1 }
const browserWallets = (): Wallets => ({ found$: of([]), connect: () => of(account), sign: () => of('signed') })

test('a wallet whose code fails to load gives a wallet error, and the next call loads it again', async () => {
  let times = 0
  const wallets = lazyWallets(() => {
    times += 1
    return times === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ browserWallets })
  })
  await expect(firstValueFrom(wallets.connect('harbour'))).rejects.toMatchObject({
    name: 'WalletError',
    kind: 'failed',
  })
  expect(await firstValueFrom(wallets.connect('harbour'))).toStrictEqual(account)
  expect(await firstValueFrom(wallets.sign('harbour', '0xabc', 'words'))).toBe('signed')
  expect(times).toBe(2)
})

test('finds an installed wallet without listing wallets before, and rejects a missing one', async () => {
  const solana = {
    isPhantom: true,
    connect: () => Promise.resolve({ publicKey: 'abc' }),
    signMessage: () => Promise.resolve({ signature: new Uint8Array(64) }),
  }
  const wallets = walletsOfPage({ phantom: { solana } })
  expect(await firstValueFrom(wallets.connect('phantom'))).toStrictEqual({ address: 'abc', chainId: 0 })
  expect(await firstValueFrom(wallets.sign('phantom', 'abc', 'words'))).toBe('1'.repeat(64))
  await expect(firstValueFrom(wallets.connect('io.metamask'))).rejects.toMatchObject({ kind: 'missing' })
})
