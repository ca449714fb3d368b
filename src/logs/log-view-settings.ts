import { slice } from '../core/slice.ts'
import type { LogMessage, LogViewSettings } from './log-message.ts'

const plain: LogViewSettings = { wrap: false, times: 'local', raw: false, announce: true }

export const logViewSettings = slice<LogViewSettings, LogMessage>(plain, {
  'ui/logViewSettingsChanged': (_, { settings }) => settings,
  'tab/logViewSettingsChanged': (_, { settings }) => settings,
  'storage/logViewSettingsFound': (_, { settings }) => settings,
})

export const selectLogViewSettings = (state: { logViewSettings: LogViewSettings }): LogViewSettings =>
  state.logViewSettings
