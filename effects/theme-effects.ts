import { filter, map, switchMap } from 'rxjs'
import { storageKeys, TABS_CHANNEL, type TabSaid } from '../src/session/storage-keys.ts'
import { selectTheme } from '../src/theme/theme.ts'
import { act } from './act.ts'
import { callOutcome } from './call-outcome.ts'
import type { Effect } from './deps.ts'

/** Kept in this browser, and told to its other tabs. */
export const keepTheme: Effect = (messages, { world }) =>
  messages.of('ui/themeChosen').pipe(
    act(({ theme }) => {
      const said: TabSaid = { kind: 'themeChosen', theme }
      world.localStorage.set(storageKeys.theme, theme)
      world.channel(TABS_CHANNEL).say(said)
    }),
  )

/** On a new browser the profile's theme is there before the first paint from the second time on; dark needs no word. */
export const keepProfileTheme: Effect = (messages, { world, read }) =>
  messages.of('api/readProfile.answered').pipe(
    map(() => selectTheme(read())),
    filter((theme) => theme !== 'dark' && world.localStorage.get(storageKeys.theme) === null),
    act((theme) => world.localStorage.set(storageKeys.theme, theme)),
  )

/** Kept with the profile; the last choice wins. */
export const saveTheme: Effect = (messages, deps) =>
  messages.of('ui/themeChosen').pipe(
    filter(() => deps.read().session.token !== null),
    switchMap(({ theme }) => callOutcome(deps, 'savePreferences', { theme })),
  )
