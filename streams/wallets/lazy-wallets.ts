import {
  catchError,
  defer,
  map,
  type Observable,
  type ObservableInput,
  retry,
  shareReplay,
  switchMap,
  timer,
} from 'rxjs'
import { WalletFault, type Wallets, type World } from '../../src/core/world.ts'
import { waitBeforeMs } from '../live/wait-before.ts'

/** The code that speaks to wallets is fetched when one is first asked for, and again until it comes while they are looked for. */
export const lazyWallets = (
  code: () => ObservableInput<{ browserWallets: () => Wallets }>,
  { scheduler, random }: Pick<World, 'scheduler' | 'random'>,
): Wallets => {
  const wallets$ = defer(code).pipe(
    map(({ browserWallets }) => browserWallets()),
    catchError((cause: unknown) => {
      throw new WalletFault('failed', { cause })
    }),
    shareReplay(1),
  )
  const later = <T>(ask: (wallets: Wallets) => Observable<T>): Observable<T> => wallets$.pipe(switchMap(ask))
  return {
    found$: wallets$.pipe(
      retry({ delay: (_lost, attempt) => timer(waitBeforeMs(attempt, random()), scheduler) }),
      switchMap(({ found$ }) => found$),
    ),
    connect: (id) => later((wallets) => wallets.connect(id)),
    sign: (id, address, message) => later((wallets) => wallets.sign(id, address, message)),
  }
}
