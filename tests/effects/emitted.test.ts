import { of } from 'rxjs'
import { expectTypeOf, test } from 'vitest'
import type { Effect, Effects, Emitted } from '../../effects/deps.ts'
import type { Message } from '../../src/message.ts'

test('an effect emits api messages and what its declaration grants, and nothing else compiles', () => {
  const allowed: Effect = () => of({ type: 'api/signInFailed', code: 'x' })
  const granted: Effect<'timer/tokenDue'> = () => of({ type: 'timer/tokenDue' })
  // @ts-expect-error a timer's message that is not granted
  const timer: Effect = () => of({ type: 'timer/tokenDue' as const })
  // @ts-expect-error a message of the socket, beside a grant for another
  const socket: Effect<'timer/tokenDue'> = () => of({ type: 'socket/packetsLost' as const, topic: 't', from: 1 })
  // @ts-expect-error any message at all
  const any: Effect = () => of({ type: 'timer/tokenDue' } as Message)
  // @ts-expect-error a user's message, from an effect without a declaration
  const actor: Effects = { name: 'x', effects: { x: () => of({ type: 'ui/signOutPressed' as const }) } }
  // @ts-expect-error a user's message cannot be granted
  type User = Effect<'ui/signOutPressed'>
  expectTypeOf([allowed, granted, timer, socket, any, actor]).toBeArray()
  expectTypeOf<Extract<Emitted, { type: `ui/${string}` }>>().toBeNever()
  expectTypeOf<User>().toBeFunction()
})
