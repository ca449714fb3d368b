import { filter, map, switchMap, takeUntil } from 'rxjs'
import { selectToken } from '../../src/session/session.ts'
import { userChanges } from '../../src/session/session-message.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { selectTheme } from '../../src/theme/theme.ts'
import { act, broadcastToTabs } from '../act.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { Effect } from '../deps.ts'

/** Stores the theme in this browser and sends it to the other tabs. */
export const persistTheme: Effect = (messages, { world }) =>
  messages.of('ui/themeChosen').pipe(
    act(({ theme }) => {
      world.localStorage.set(storageKeys.theme, theme)
      broadcastToTabs(world, { kind: 'themeChosen', theme })
    }),
  )

/** Stores the profile's theme in a new browser, so that later pages start with it. Dark is the default. */
export const persistProfileTheme: Effect = (messages, { world, read }) =>
  messages.of('api/readProfile.succeeded').pipe(
    map(() => selectTheme(read())),
    filter((theme) => theme !== 'dark' && world.localStorage.get(storageKeys.theme) === null),
    act((theme) => world.localStorage.set(storageKeys.theme, theme)),
  )

/** Saves the theme to the profile. Concurrent writes could arrive in any order, so the last choice cancels the others. */
export const saveTheme: Effect = (messages, deps) =>
  messages.of('ui/themeChosen').pipe(
    filter(() => selectToken(deps.read()) !== null),
    switchMap(({ theme }) =>
      callOutcome(deps, 'savePreferences', { theme }).pipe(takeUntil(messages.of(...userChanges))),
    ),
  )
