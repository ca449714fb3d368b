import type { ConsoleEffects } from '../deps.ts'
import { downloadLog } from './download-log.ts'
import { fillLogs } from './fill-logs.ts'
import { persistLogViewSettings } from './persist-log-view-settings.ts'
import { advanceLogStart, forgetLogs, receiveLogLines } from './receive-log-lines.ts'
import { searchLogs } from './search-logs.ts'

/** The effects of log views, which load with the pages of an instance. */
export const actors: readonly ConsoleEffects[] = [
  {
    name: 'logs',
    effects: {
      receiveLogLines,
      advanceLogStart,
      forgetLogs,
      fillLogs,
      searchLogs,
      persistLogViewSettings,
      downloadLog,
    },
  },
]
