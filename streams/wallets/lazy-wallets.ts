import { catchError, defer, map, type Observable, shareReplay, switchMap } from 'rxjs'
import { WalletFault, type Wallets } from '../../src/core/world.ts'

/** The code that speaks to wallets is fetched when one is first asked for. */
export const lazyWallets = (code: () => Promise<{ browserWallets: () => Wallets }>): Wallets => {
  const wallets$ = defer(code).pipe(
    map(({ browserWallets }) => browserWallets()),
    catchError((cause: unknown) => {
      throw new WalletFault('failed', { cause })
    }),
    shareReplay(1),
  )
  const later = <T>(ask: (wallets: Wallets) => Observable<T>): Observable<T> => wallets$.pipe(switchMap(ask))
  return {
    found$: later(({ found$ }) => found$),
    connect: (id) => later((wallets) => wallets.connect(id)),
    sign: (id, address, message) => later((wallets) => wallets.sign(id, address, message)),
  }
}
