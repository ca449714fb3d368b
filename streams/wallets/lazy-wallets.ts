import { catchError, defer, map, type Observable, shareReplay, switchMap } from 'rxjs'
import { WalletError, type Wallets } from '../../src/core/world.ts'

/** Loads the wallet code on first use. */
export const lazyWallets = (code: () => Promise<{ browserWallets: () => Wallets }>): Wallets => {
  const wallets$ = defer(code).pipe(
    map(({ browserWallets }) => browserWallets()),
    catchError((cause: unknown) => {
      throw new WalletError('failed', { cause })
    }),
    shareReplay(1),
  )
  const withWallets = <T>(run: (wallets: Wallets) => Observable<T>): Observable<T> => wallets$.pipe(switchMap(run))
  return {
    found$: withWallets(({ found$ }) => found$),
    connect: (id) => withWallets((wallets) => wallets.connect(id)),
    sign: (id, address, message) => withWallets((wallets) => wallets.sign(id, address, message)),
  }
}
