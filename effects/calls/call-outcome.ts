import { map, type Observable } from 'rxjs'
import type { OutcomeOf } from '../../src/contract/call-message.ts'
import type { CallName, InputOf } from '../../src/contract/contract.ts'
import { type CallOptions, catchFailed } from '../api/api.ts'
import type { Deps } from '../deps.ts'

/** A message that names any call has checked its input already; TypeScript does not correlate the two. */
type CheckedInput<N extends CallName> = CallName extends N ? object : InputOf<N>

/** Makes a call and emits its response or failure. */
export const callOutcome = <N extends CallName>(
  { api, world }: Deps,
  name: N,
  input: CheckedInput<N>,
  requestId: string | null = null,
  options: CallOptions = {},
): Observable<OutcomeOf<N>> => {
  // TypeScript cannot prove a template type of a type parameter.
  const toMessage = (outcome: object): OutcomeOf<N> =>
    ({ input, requestId, atMs: world.scheduler.now(), ...outcome }) as never
  return api.call(name, input as InputOf<N>, options).pipe(
    map((response) => toMessage({ type: `api/${name}.succeeded`, response })),
    catchFailed((failure) => toMessage({ type: `api/${name}.failed`, failure })),
  )
}
