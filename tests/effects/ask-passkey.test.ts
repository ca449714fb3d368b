import { NEVER, Observable, of, Subject, throwError } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../effects/api/api.ts'
import { stepUpOutcome } from '../../effects/api/step-up-outcome.ts'
import { askPasskey } from '../../effects/factors/ask-passkey.ts'
import type { Failure } from '../../src/core/failure.ts'
import { messagesFrom } from '../../src/core/messages.ts'
import { PasskeyFault, type Passkeys } from '../../src/core/world.ts'
import type { PasskeyUse } from '../../src/factors/factor-message.ts'
import { selectPasskeyUse } from '../../src/factors/passkeys.ts'
import type { Message } from '../../src/message.ts'
import { fakeWorld } from '../fakes/fake-world.ts'
import { marbles } from '../marbles.ts'
import { bench } from './lane-bench.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const credential = { id: 'key', rawId: 'key', type: 'public-key' } as const
const signature = { ...credential, response: { clientDataJSON: 'c', authenticatorData: 'a', signature: 's' } }
const created = { ...credential, response: { clientDataJSON: 'c', attestationObject: 'o' } }
const pressed = (use: PasskeyUse): Message => ({ type: 'ui/passkeyPressed', use })

const run = (
  m: Marbles,
  passkeys: Partial<Passkeys> = {},
  answer: () => Observable<unknown> = () => of({ options: {} }),
) => {
  const inputs: object[] = []
  const world = {
    ...fakeWorld(m.scheduler),
    passkeys: { create: () => of(created), sign: () => of(signature), ...passkeys },
  }
  const { deps, bus, calls } = bench(world, (name, input) => {
    inputs.push(input)
    return name.startsWith('start') ? answer() : of({ token: 't', until: '', passkey: {}, recoveryCodes: null })
  })
  const said$ = new Subject<Message>()
  const told: string[] = []
  askPasskey(messagesFrom(said$), deps).subscribe((message) => {
    told.push(message.type)
    bus.send(message)
  })
  const say = (message: Message) => {
    bus.send(message)
    said$.next(message)
  }
  return { say, told, calls, inputs, bus, stateOf: (use: PasskeyUse) => selectPasskeyUse(use)(bus.read()) }
}

test(
  'given a passkey that signs, when it is pressed, then what it signed is sent, for each use by its own calls',
  marbles((m) => {
    const { say, calls, inputs, stateOf, bus } = run(m)
    bus.send({ type: 'tab/secondFactorNeeded', signIn: 'lsp_1' })
    for (const kind of ['signIn', 'secondFactor', 'stepUp', 'enrol'] as const) say(pressed(kind))
    expect(calls.map((call) => call.split(' ')[0])).toEqual([
      ...['startPasskeySignIn', 'signInWithPasskey', 'startSecondFactor', 'completeSignIn'],
      ...['startStepUp', 'stepUp', 'startPasskey', 'addPasskey'],
    ])
    expect(inputs).toEqual([
      ...[{}, { passkey: signature }, { signIn: 'lsp_1' }],
      ...[{ signIn: 'lsp_1', proof: { kind: 'passkey', passkey: signature } }],
      ...[{}, { proof: { kind: 'passkey', passkey: signature } }, {}, { passkey: created }],
    ])
    expect(stateOf('enrol')).toEqual({ isBusy: false, fault: null })
  }),
)

test(
  'given a user who cancels, when they press again, then it works, and the fault is gone',
  marbles((m) => {
    let times = 0
    const { say, calls, stateOf } = run(m, {
      sign: () => {
        times += 1
        return times === 1 ? throwError(() => new PasskeyFault('cancelled')) : of(signature)
      },
    })
    say(pressed('signIn'))
    expect(stateOf('signIn')).toEqual({ isBusy: false, fault: 'cancelled' })
    say(pressed('signIn'))
    expect(stateOf('signIn')).toEqual({ isBusy: false, fault: null })
    expect(calls).toEqual(['startPasskeySignIn', 'startPasskeySignIn', 'signInWithPasskey'])
  }),
)

test(
  'given a passkey that is being added, when the user confirms that it is them meanwhile, then adding goes on',
  marbles((m) => {
    const refused$ = new Subject<unknown>()
    let starts = 0
    const { say, calls, stateOf } = run(m, {}, () => {
      starts += 1
      return starts === 1 ? refused$ : of({ options: {} })
    })
    say(pressed('enrol'))
    say(pressed('stepUp'))
    expect(stateOf('enrol').isBusy).toBe(true)
    refused$.next({ options: {} })
    expect(calls.at(-1)).toMatch(/^addPasskey/)
  }),
)

test(
  'given a window that asks for a passkey, when its page is left or the user signs out, then it is closed',
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
      const { say, stateOf } = run(m, { sign })
      say(pressed('signIn'))
      expect([open, stateOf('signIn').isBusy]).toEqual([1, true])
      say(left)
      expect(open).toBe(0)
      expect(stateOf('signIn')).toEqual({ isBusy: false, fault: null })
    }
  }),
)

test(
  'given a server that refuses, when it is pressed, then the refusal is said and the button wakes',
  marbles((m) => {
    const failure: Failure = { kind: 'refused', status: 429, code: 'tooMany', words: 'Wait.', fields: [] }
    const { say, told, stateOf } = run(m, {}, () => throwError(() => new Failed(failure)))
    say(pressed('signIn'))
    expect(told).toEqual(['api/startPasskeySignIn.failed', 'passkey/ended'])
    expect(stateOf('signIn').isBusy).toBe(false)
  }),
)

const outcomeOf = (m: Marbles, messages: Message[]): boolean[] => {
  const { bus } = bench(fakeWorld(m.scheduler), () => NEVER)
  const told: boolean[] = []
  const before = bus.read()
  bus.send({ type: 'api/stepUpNeeded' })
  stepUpOutcome(before, bus.state$).subscribe((isDone) => told.push(isDone))
  for (const message of messages) bus.send(message)
  return told
}

test(
  'given a call that waits for a confirmation, when the dialog closes, then it goes on only after a right proof',
  marbles((m) => {
    const answered = { type: 'api/stepUp.answered', input: {}, answer: { until: '' }, atMs: 0, ask: null } as never
    expect(outcomeOf(m, [])).toEqual([])
    expect(outcomeOf(m, [answered])).toEqual([true])
    for (const left of [
      { type: 'ui/modalClosed' },
      { type: 'ui/modalsCleared' },
      { type: 'ui/signOutPressed' },
      { type: 'tab/signedIn', token: 'other' },
    ] as Message[])
      expect(outcomeOf(m, [left, answered])).toEqual([false])
  }),
)
