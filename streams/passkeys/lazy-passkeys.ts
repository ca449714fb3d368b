import { catchError, defer, type Observable, switchMap } from 'rxjs'
import { PasskeyError, type Passkeys } from '../../src/core/world.ts'

/** Loads the passkey code on first use. */
export const lazyPasskeys = (code: () => Promise<{ browserPasskeys: Passkeys }>): Passkeys => {
  const passkeys$ = defer(code).pipe(
    catchError((cause: unknown) => {
      throw new PasskeyError('failed', { cause })
    }),
  )
  const withPasskeys = <T>(run: (passkeys: Passkeys) => Observable<T>): Observable<T> =>
    passkeys$.pipe(switchMap(({ browserPasskeys }) => run(browserPasskeys)))
  return {
    create: (options) => withPasskeys((passkeys) => passkeys.create(options)),
    sign: (options) => withPasskeys((passkeys) => passkeys.sign(options)),
  }
}
