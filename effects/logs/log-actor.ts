import type { ConsoleEffects } from '../deps.ts'
import { forgetLogs, receiveLogLines } from '../receive-log-lines.ts'
import { advanceLogStart } from './advance-log-start.ts'
import { downloadLog } from './download-log.ts'
import { fillLogs } from './fill-logs.ts'
import { persistLogViewSettings } from './persist-log-view-settings.ts'
import { searchLogs } from './search-logs.ts'

/** The effects of log views, which load with the pages of an instance. */
export const logActor = (apiBase: string): ConsoleEffects => ({
  name: 'logs',
  effects: {
    receiveLogLines,
    forgetLogs,
    fillLogs,
    advanceLogStart,
    searchLogs,
    persistLogViewSettings,
    downloadLog: downloadLog(apiBase),
  },
})
