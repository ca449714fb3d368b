import { filter, switchMap } from 'rxjs'
import { storageKeys, TABS_CHANNEL, type TabSaid } from '../src/session/storage-keys.ts'
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

/** Kept with the profile; the last choice wins. */
export const saveTheme: Effect = (messages, deps) =>
  messages.of('ui/themeChosen').pipe(
    filter(() => deps.read().session.token !== null),
    switchMap(({ theme }) => callOutcome(deps, 'savePreferences', { theme })),
  )
