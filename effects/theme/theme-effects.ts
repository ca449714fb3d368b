import { filter, map, switchMap, takeUntil } from 'rxjs'
import { userChanges } from '../../src/session/session-message.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { selectTheme } from '../../src/theme/theme.ts'
import { act } from '../act.ts'
import { broadcastToTabs } from '../broadcast-to-tabs.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { Effect } from '../deps.ts'

/** Kept in this browser, and told to its other tabs. */
export const persistTheme: Effect = (messages, { world }) =>
  messages.of('ui/themeChosen').pipe(
    act(({ theme }) => {
      world.localStorage.set(storageKeys.theme, theme)
      broadcastToTabs(world, { kind: 'themeChosen', theme })
    }),
  )

/** On a new browser the profile's theme is there before the first paint from the second time on; dark needs no word. */
export const persistProfileTheme: Effect = (messages, { world, read }) =>
  messages.of('api/readProfile.succeeded').pipe(
    map(() => selectTheme(read())),
    filter((theme) => theme !== 'dark' && world.localStorage.get(storageKeys.theme) === null),
    act((theme) => world.localStorage.set(storageKeys.theme, theme)),
  )

/** Kept with the profile; the last choice wins, which two writes beside one another would leave to chance. */
export const saveTheme: Effect = (messages, deps) =>
  messages.of('ui/themeChosen').pipe(
    filter(() => deps.read().session.token !== null),
    switchMap(({ theme }) =>
      callOutcome(deps, 'savePreferences', { theme }).pipe(takeUntil(messages.of(...userChanges))),
    ),
  )
