import { createStore } from 'mipd'
import { map, mergeMap, Observable, shareReplay, take } from 'rxjs'
import { WalletError, type Wallets } from '../../src/core/world.ts'
import { type EvmProvider, evmDriver } from './evm-driver.ts'
import { type PhantomProvider, phantomDriver } from './phantom-driver.ts'
import type { WalletDriver } from './wallet-driver.ts'

/** The globals of wallets that do not announce themselves. */
interface WalletWindow {
  ethereum?: EvmProvider
  phantom?: { solana?: PhantomProvider }
}

/** The wallets of this browser: announced ones (EIP-6963), otherwise a legacy injected one, and Phantom. */
export const browserWallets = (page: WalletWindow = window as WalletWindow): Wallets => {
  const drivers$ = new Observable<WalletDriver[]>((subscriber) => {
    const store = createStore()
    const emit = () =>
      subscriber.next([
        ...announced(store.getProviders()),
        ...(store.getProviders().length === 0 && page.ethereum ? [older(page.ethereum)] : []),
        ...(page.phantom?.solana?.isPhantom ? [phantomDriver(page.phantom.solana)] : []),
      ])
    const forget = store.subscribe(emit)
    emit()
    return () => {
      forget()
      store.destroy()
    }
  }).pipe(shareReplay({ bufferSize: 1, refCount: true }))

  const withDriver = <T>(id: string, work: (driver: WalletDriver) => Promise<T>): Observable<T> =>
    drivers$.pipe(
      take(1),
      mergeMap((drivers) =>
        runOnDriver(
          drivers.find((driver) => driver.id === id),
          work,
        ),
      ),
    )

  return {
    found$: drivers$.pipe(map((drivers) => drivers.map(({ id, name, icon, chain }) => ({ id, name, icon, chain })))),
    connect: (id) => withDriver(id, (driver) => driver.connect()),
    sign: (id, address, message) => withDriver(id, (driver) => driver.sign(address, message)),
  }
}

type Announced = ReturnType<ReturnType<typeof createStore>['getProviders']>

const announced = (details: Announced): WalletDriver[] =>
  details.map(({ info, provider }) =>
    evmDriver({ id: info.rdns, name: info.name, icon: info.icon }, provider as EvmProvider),
  )

const older = (provider: EvmProvider): WalletDriver =>
  evmDriver({ id: 'injected', name: 'Browser wallet', icon: null }, provider)

/** EIP-1193: the user rejected the request. */
const USER_REJECTED = 4001

const runOnDriver = async <T>(
  driver: WalletDriver | undefined,
  work: (driver: WalletDriver) => Promise<T>,
): Promise<T> => {
  if (!driver) throw new WalletError('missing')
  try {
    return await work(driver)
  } catch (cause) {
    const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
    throw new WalletError(code === USER_REJECTED ? 'rejected' : 'failed', { cause })
  }
}
