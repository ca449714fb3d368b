import { filter, map, switchMap, takeUntil } from 'rxjs'
import { personChanges } from '../src/session/session-message.ts'
import { storageKeys } from '../src/session/storage-keys.ts'
import { selectTheme } from '../src/theme/theme.ts'
import { act } from './act.ts'
import { callOutcome } from './call-outcome.ts'
import type { Effect } from './deps.ts'
import { tellTabs } from './tell-tabs.ts'

/** Kept in this browser, and told to its other tabs. */
export const keepTheme: Effect = (messages, { world }) =>
  messages.of('ui/themeChosen').pipe(
    act(({ theme }) => {
      world.localStorage.set(storageKeys.theme, theme)
      tellTabs(world, { kind: 'themeChosen', theme })
    }),
  )

/** On a new browser the profile's theme is there before the first paint from the second time on; dark needs no word. */
export const keepProfileTheme: Effect = (messages, { world, read }) =>
  messages.of('api/readProfile.answered').pipe(
    map(() => selectTheme(read())),
    filter((theme) => theme !== 'dark' && world.localStorage.get(storageKeys.theme) === null),
    act((theme) => world.localStorage.set(storageKeys.theme, theme)),
  )

/** Kept with the profile; the last choice wins, which two writes beside one another would leave to chance. */
export const saveTheme: Effect = (messages, deps) =>
  messages.of('ui/themeChosen').pipe(
    filter(() => deps.read().session.token !== null),
    switchMap(({ theme }) =>
      callOutcome(deps, 'savePreferences', { theme }).pipe(takeUntil(messages.of(...personChanges))),
    ),
  )
