import { catchError, defer, type Observable, switchMap } from 'rxjs'
import { PasskeyFault, type Passkeys } from '../../src/core/world.ts'

/** The code that speaks to authenticators is fetched when one is first asked for. */
export const lazyPasskeys = (code: () => Promise<{ browserPasskeys: Passkeys }>): Passkeys => {
  const passkeys$ = defer(code).pipe(
    catchError((cause: unknown) => {
      throw new PasskeyFault('failed', { cause })
    }),
  )
  const later = <T>(ask: (passkeys: Passkeys) => Observable<T>): Observable<T> =>
    passkeys$.pipe(switchMap(({ browserPasskeys }) => ask(browserPasskeys)))
  return {
    create: (options) => later((passkeys) => passkeys.create(options)),
    sign: (options) => later((passkeys) => passkeys.sign(options)),
  }
}
