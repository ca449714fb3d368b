import { slice } from '../core/slice.ts'
import type { LogLook, LogMessage } from './log-message.ts'

const plain: LogLook = { wrap: false, times: 'local', raw: false, announce: true }

export const logLooks = slice<LogLook, LogMessage>(plain, {
  'ui/logLookChosen': (_, { look }) => look,
  'tab/logLookChosen': (_, { look }) => look,
  'storage/logLookFound': (_, { look }) => look,
})

export const selectLogLook = (state: { logLooks: LogLook }): LogLook => state.logLooks
