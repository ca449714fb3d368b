import { storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import { broadcastToTabs } from '../broadcast-to-tabs.ts'
import type { Effect } from '../deps.ts'

/** Kept in this browser, and told to its other tabs. */
export const persistLogViewSettings: Effect = (messages, { world }) =>
  messages.of('ui/logViewSettingsChanged').pipe(
    act(({ settings }) => {
      world.localStorage.set(storageKeys.logViewSettings, JSON.stringify(settings))
      broadcastToTabs(world, { kind: 'logViewSettingsChanged', settings })
    }),
  )
