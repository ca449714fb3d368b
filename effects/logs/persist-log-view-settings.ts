import { storageKeys } from '../../src/session/storage-keys.ts'
import { act, broadcastToTabs } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Stores the settings in this browser and sends them to the other tabs. */
export const persistLogViewSettings: Effect = (messages, { world }) =>
  messages.of('ui/logViewSettingsChanged').pipe(
    act(({ settings }) => {
      world.localStorage.set(storageKeys.logViewSettings, JSON.stringify(settings))
      broadcastToTabs(world, { kind: 'logViewSettingsChanged', settings })
    }),
  )
