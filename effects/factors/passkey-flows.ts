import { concatMap, EMPTY, type Observable, of } from 'rxjs'
import type { PasskeySignature } from '../../src/core/world.ts'
import type { PasskeyUse } from '../../src/factors/factor-message.ts'
import { selectPendingSignIn } from '../../src/session/session.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { Deps, Emitted } from '../deps.ts'

/** The calls of a passkey ceremony, by use. */
export const passkeyFlows: Record<PasskeyUse, (deps: Deps) => Observable<Emitted>> = {
  signIn: (deps) =>
    callOutcome(deps, 'startPasskeySignIn', {}).pipe(
      concatMap((started) => {
        if (started.type !== 'api/startPasskeySignIn.succeeded') return of(started)
        return signed(deps, started.response.options, (passkey) => callOutcome(deps, 'signInWithPasskey', { passkey }))
      }),
    ),

  secondFactor: (deps) => {
    const signIn = selectPendingSignIn(deps.read())
    if (signIn === null) return EMPTY
    return callOutcome(deps, 'startSecondFactor', { signIn }).pipe(
      concatMap((started) => {
        if (started.type !== 'api/startSecondFactor.succeeded') return of(started)
        return signed(deps, started.response.options, (passkey) =>
          callOutcome(deps, 'completeSignIn', { signIn, proof: { kind: 'passkey', passkey } }),
        )
      }),
    )
  },

  stepUp: (deps) =>
    callOutcome(deps, 'startStepUp', {}).pipe(
      concatMap((started) => {
        if (started.type !== 'api/startStepUp.succeeded') return of(started)
        const { options } = started.response
        if (!options) return of(started)
        return signed(deps, options, (passkey) => callOutcome(deps, 'stepUp', { proof: { kind: 'passkey', passkey } }))
      }),
    ),

  enrol: (deps) =>
    callOutcome(deps, 'startPasskey', {}).pipe(
      concatMap((started) => {
        if (started.type !== 'api/startPasskey.succeeded') return of(started)
        return deps.world.passkeys
          .create(started.response.options)
          .pipe(
            concatMap((passkey) =>
              callOutcome(deps, 'addPasskey', { passkey }, null, { idempotencyKey: deps.world.newId() }),
            ),
          )
      }),
    ),
}

const signed = (
  { world }: Deps,
  options: object,
  send: (signature: PasskeySignature) => Observable<Emitted>,
): Observable<Emitted> => world.passkeys.sign(options).pipe(concatMap(send))
