import { map, of, throwError, timer } from 'rxjs'
import { expect, test } from 'vitest'
import { Failed } from '../../../effects/api/api.ts'
import { saveMailPreferences } from '../../../effects/notifications/save-mail-preferences.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { NotificationCategory } from '../../../src/contract/wire/organization.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import type { Message } from '../../../src/message.ts'
import { selectMailPreferences } from '../../../src/notifications/mail-preferences.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

const chosen = (requestId: string, ...categories: NotificationCategory[]): Message => ({
  type: 'ui/mailPreferencesChosen',
  organizationId: 'o' as OrganizationId,
  categories,
  requestId,
})

test(
  'given a pending change, when another is made, then it waits its turn, and the latest choice is shown at once [A8.7]',
  marbles((m) => {
    // The first call takes longer and must not finish after the second.
    const waits = [5, 1]
    const { bus, deps, calls } = effectHarness(fakeWorld(m.scheduler), (_, input) =>
      timer(waits.shift() ?? 0, m.scheduler).pipe(
        map(() => ({ notificationCategories: Reflect.get(input, 'newNotificationCategories') })),
      ),
    )
    const selected = () => selectMailPreferences('o')(bus.read())
    const outcome$ = saveMailPreferences(bus.messages, deps)
    const stream$ = outcome$.pipe(
      map((message) => {
        bus.send(message)
        return selected()
      }),
    )
    m.hot('-ab', { a: chosen('first', 'members'), b: chosen('second', 'members', 'security') }).subscribe((press) => {
      bus.send(press)
      expect(selected()).toEqual(Reflect.get(press, 'categories'))
    })
    m.expect(stream$).toBeObservable('------ab', { a: ['members', 'security'], b: null })
    m.flush()
    expect(calls).toEqual(['saveNotificationConfig first', 'saveNotificationConfig second'])
  }),
)

test(
  'given a change that fails, then the saved choice is shown again, and the next change is sent',
  marbles((m) => {
    const responses = [throwError(() => new Failed({ kind: 'offline' })), of({ notificationCategories: [] })]
    const { bus, deps, calls } = effectHarness(fakeWorld(m.scheduler), () => responses.shift() ?? of())
    bus.listen(saveMailPreferences(bus.messages, deps))
    bus.send(chosen('first', 'members'))
    expect(selectMailPreferences('o')(bus.read())).toBeNull()
    bus.send(chosen('second'))
    expect(selectMailPreferences('o')(bus.read())).toBeNull()
    expect(calls).toEqual(['saveNotificationConfig first', 'saveNotificationConfig second'])
  }),
)

test(
  'given queued changes, when another user signs in, then they are dropped, and the new user’s change is sent',
  marbles((m) => {
    const { deps, calls } = effectHarness(fakeWorld(m.scheduler), () =>
      timer(5, m.scheduler).pipe(map(() => ({ notificationCategories: [] }))),
    )
    const stream$ = m.hot<Message>('-abc-d', {
      a: chosen('first', 'members'),
      b: chosen('second'),
      c: { type: 'tab/signedIn', token: 'another' },
      d: chosen('theirs'),
    })
    const output$ = saveMailPreferences(messagesFrom(stream$), deps).pipe(map(({ type }) => type))
    m.expect(output$).toBeObservable('----------t', { t: 'api/saveNotificationConfig.succeeded' })
    m.flush()
    expect(calls).toEqual(['saveNotificationConfig first', 'saveNotificationConfig theirs'])
  }),
)
