import { expect, test } from 'vitest'
import { saveTheme } from '../../../effects/theme/theme-effects.ts'
import type { Theme } from '../../../src/contract/wire/account.ts'
import type { Message } from '../../../src/message.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const chosen = (theme: Theme): Message => ({ type: 'ui/themeChosen', theme })
const happenings: Record<string, Message> = {
  l: chosen('light'),
  d: chosen('dark'),
  o: { type: 'ui/signOutPressed' },
  n: { type: 'tab/signedIn', token: 'another' },
}

/** The response carries the profile of the user who chose the theme. */
const run = (m: Marbles, happened: string) => {
  const response = m.cold('5ms (y|)', { y: { user: { _id: 'ada', organizations: [] } } })
  const { bus, deps, calls } = effectHarness(fakeWorld(m.scheduler), () => response)
  bus.send({ type: 'storage/tokenFound', token: 'own' })
  bus.listen(saveTheme(bus.messages, deps))
  m.hot(happened, happenings).subscribe((message) => bus.send(message))
  return { response, calls, user: () => bus.read().organizations.user?._id }
}

test(
  'given two choices in a row, when the second arrives, then the first call is cancelled, and the profile of the last is stored',
  marbles((m) => {
    const { response, calls, user } = run(m, 'l-d')
    m.expect(response).toHaveSubscriptions(['^-!', '--^----!'])
    m.flush()
    expect(calls).toStrictEqual(['savePreferences', 'savePreferences'])
    expect(user()).toBe('ada')
  }),
)

for (const change of ['o', 'n', 'on'])
  test(
    `given a choice that is being saved, when another user arrives (${change}), then its response does not reach them`,
    marbles((m) => {
      const { response, user } = run(m, `l-${change}`)
      m.expect(response).toHaveSubscriptions('^-!')
      m.flush()
      expect(user()).toBeUndefined()
    }),
  )
