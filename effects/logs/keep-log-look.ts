import { storageKeys, TABS_CHANNEL, type TabSaid } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Kept in this browser, and told to its other tabs. */
export const keepLogLook: Effect = (messages, { world }) =>
  messages.of('ui/logLookChosen').pipe(
    act(({ look }) => {
      const said: TabSaid = { kind: 'logLookChosen', look }
      world.localStorage.set(storageKeys.logLook, JSON.stringify(look))
      world.channel(TABS_CHANNEL).say(said)
    }),
  )
