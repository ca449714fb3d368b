import { storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'
import { tellTabs } from '../tell-tabs.ts'

/** Kept in this browser, and told to its other tabs. */
export const keepLogLook: Effect = (messages, { world }) =>
  messages.of('ui/logLookChosen').pipe(
    act(({ look }) => {
      world.localStorage.set(storageKeys.logLook, JSON.stringify(look))
      tellTabs(world, { kind: 'logLookChosen', look })
    }),
  )
