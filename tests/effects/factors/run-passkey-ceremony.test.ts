import { NEVER, Observable, of, Subject, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { runPasskeyCeremony } from '../../../effects/factors/run-passkey-ceremony.ts'
import { stepUpOutcome } from '../../../effects/factors/step-up-outcome.ts'
import type { Failure } from '../../../src/core/failure.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import { PasskeyError, type Passkeys } from '../../../src/core/world.ts'
import type { PasskeyUse } from '../../../src/factors/factor-message.ts'
import { selectPasskeyUse } from '../../../src/factors/passkeys.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const credential = { id: 'key', rawId: 'key', type: 'public-key' } as const
const signature = { ...credential, response: { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' } }
const created = { ...credential, response: { clientDataJSON: 'c', attestationObject: 'o' } }
const pressed = (use: PasskeyUse): Message => ({ type: 'ui/passkeyPressed', use })

const run = (
  m: Marbles,
  passkeys: Partial<Passkeys> = {},
  respond: () => Observable<unknown> = () => of({ options: {} }),
) => {
  const inputs: object[] = []
  const world = {
    ...fakeWorld(m.scheduler),
    passkeys: { create: () => of(created), sign: () => of(signature), ...passkeys },
  }
  const { deps, bus, calls } = effectHarness(world, (name, input) => {
    inputs.push(input)
    return name.startsWith('start') ? respond() : of({ token: 't', until: '', passkey: {}, recoveryCodes: null })
  })
  const message$ = new Subject<Message>()
  const emitted: string[] = []
  runPasskeyCeremony(messagesFrom(message$), deps).subscribe((message) => {
    emitted.push(message.type)
    bus.send(message)
  })
  const dispatch = (message: Message) => {
    bus.send(message)
    message$.next(message)
  }
  return { dispatch, emitted, calls, inputs, bus, stateOf: (use: PasskeyUse) => selectPasskeyUse(use)(bus.read()) }
}

test(
  'given a passkey that signs, when the button is pressed, then its signature is sent with the calls of each use',
  marbles((m) => {
    const { dispatch, calls, inputs, stateOf, bus } = run(m)
    bus.send({ type: 'tab/secondFactorNeeded', signIn: 'lsp_1' })
    for (const kind of ['signIn', 'secondFactor', 'stepUp', 'enrol'] as const) dispatch(pressed(kind))
    expect(calls.map((call) => call.split(' ')[0])).toEqual([
      ...['startPasskeySignIn', 'signInWithPasskey', 'startSecondFactor', 'completeSignIn'],
      ...['startStepUp', 'stepUp', 'startPasskey', 'addPasskey'],
    ])
    expect(inputs).toEqual([
      ...[{}, { passkey: signature }, { signIn: 'lsp_1' }],
      ...[{ signIn: 'lsp_1', proof: { kind: 'passkey', passkey: signature } }],
      ...[{}, { proof: { kind: 'passkey', passkey: signature } }, {}, { passkey: created }],
    ])
    expect(stateOf('enrol')).toEqual({ isBusy: false, error: null })
  }),
)

test(
  'given a user who cancels, when they press again, then it works, and the error is cleared',
  marbles((m) => {
    let times = 0
    const { dispatch, calls, stateOf } = run(m, {
      sign: () => {
        times += 1
        return times === 1 ? throwError(() => new PasskeyError('cancelled')) : of(signature)
      },
    })
    dispatch(pressed('signIn'))
    expect(stateOf('signIn')).toEqual({ isBusy: false, error: 'cancelled' })
    dispatch(pressed('signIn'))
    expect(stateOf('signIn')).toEqual({ isBusy: false, error: null })
    expect(calls).toEqual(['startPasskeySignIn', 'startPasskeySignIn', 'signInWithPasskey'])
  }),
)

test(
  'given a passkey that is being added, when the user completes step-up meanwhile, then adding continues',
  marbles((m) => {
    const rejected$ = new Subject<unknown>()
    let starts = 0
    const { dispatch, calls, stateOf } = run(m, {}, () => {
      starts += 1
      return starts === 1 ? rejected$ : of({ options: {} })
    })
    dispatch(pressed('enrol'))
    dispatch(pressed('stepUp'))
    expect(stateOf('enrol').isBusy).toBe(true)
    rejected$.next({ options: {} })
    expect(calls.at(-1)).toMatch(/^addPasskey/)
  }),
)

test(
  'given an open passkey prompt, when its page is left or the user signs out, then it is closed',
  marbles((m) => {
    for (const left of [{ type: 'ui/passkeyLeft', use: 'signIn' }, { type: 'tab/signedOut' }] as const) {
      let open = 0
      const sign = () =>
        new Observable<never>(() => {
          open += 1
          return () => {
            open -= 1
          }
        })
      const { dispatch, stateOf } = run(m, { sign })
      dispatch(pressed('signIn'))
      expect([open, stateOf('signIn').isBusy]).toEqual([1, true])
      dispatch(left)
      expect(open).toBe(0)
      expect(stateOf('signIn')).toEqual({ isBusy: false, error: null })
    }
  }),
)

test(
  'given a server that rejects the call, when the button is pressed, then the failure is emitted and the button is enabled again',
  marbles((m) => {
    const failure: Failure = { kind: 'apiError', status: 429, code: 'tooMany', message: 'Wait.', fields: [] }
    const { dispatch, emitted, stateOf } = run(m, {}, () => throwError(() => new Failed(failure)))
    dispatch(pressed('signIn'))
    expect(emitted).toEqual(['api/startPasskeySignIn.failed', 'passkey/ended'])
    expect(stateOf('signIn').isBusy).toBe(false)
  }),
)

const outcomeOf = (m: Marbles, ...messages: Message[]): boolean[] => {
  const { bus } = effectHarness(fakeWorld(m.scheduler), () => NEVER)
  const emitted: boolean[] = []
  const before = bus.read()
  bus.send({ type: 'api/stepUpNeeded' })
  stepUpOutcome(before, bus.state$).subscribe((isDone) => emitted.push(isDone))
  for (const message of messages) bus.send(message)
  return emitted
}

test(
  'given a call that waits for step-up, when the dialog closes, then it continues only after a successful proof',
  marbles((m) => {
    const succeeded = {
      type: 'api/stepUp.succeeded',
      input: {},
      respond: { until: '' },
      atMs: 0,
      requestId: null,
    } as never
    expect(outcomeOf(m)).toEqual([])
    expect(outcomeOf(m, succeeded)).toEqual([true])
    for (const left of [
      { type: 'ui/modalClosed' },
      { type: 'ui/modalsCleared' },
      { type: 'ui/signOutPressed' },
      { type: 'tab/signedIn', token: 'other' },
    ] as Message[])
      expect(outcomeOf(m, left, succeeded)).toEqual([false])
  }),
)
