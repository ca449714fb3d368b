import { firstValueFrom, of } from 'rxjs'
import { expect, test } from 'vitest'
import type { Wallets } from '../../src/core/world.ts'
import { lazyWallets } from '../../streams/wallets/lazy-wallets.ts'

const account = { address: '0xabc', chainId: 1 }
const browserWallets = (): Wallets => ({ found$: of([]), connect: () => of(account), sign: () => of('signed') })

test('code of wallets that cannot be fetched is told as a wallet that failed, and is fetched again at the next press', async () => {
  let times = 0
  const wallets = lazyWallets(() => {
    times += 1
    return times === 1 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ browserWallets })
  })
  await expect(firstValueFrom(wallets.connect('harbour'))).rejects.toMatchObject({
    name: 'WalletFault',
    kind: 'failed',
  })
  expect(await firstValueFrom(wallets.connect('harbour'))).toStrictEqual(account)
  expect(await firstValueFrom(wallets.sign('harbour', '0xabc', 'words'))).toBe('signed')
  expect(times).toBe(2)
})
