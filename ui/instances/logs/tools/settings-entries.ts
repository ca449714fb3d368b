import type { LogViewSettings } from '../../../../src/logs/log-message.ts'
import type { MenuEntry } from '../../../parts/actions/menu.tsx'

const times: readonly { value: LogViewSettings['times']; label: string }[] = [
  { value: 'local', label: 'Local times' },
  { value: 'utc', label: 'UTC times' },
  { value: 'off', label: 'No times' },
]

/** Returns the menu entries for how lines are shown. */
export const settingsEntries = (
  settings: LogViewSettings,
  choose: (settings: LogViewSettings) => void,
): MenuEntry[] => [
  {
    kind: 'choice',
    label: 'Wrap long lines',
    chosen: settings.wrap,
    onChoose: () => choose({ ...settings, wrap: !settings.wrap }),
  },
  {
    kind: 'choice',
    label: 'Raw JSON',
    chosen: settings.raw,
    onChoose: () => choose({ ...settings, raw: !settings.raw }),
  },
  {
    kind: 'choice',
    label: 'Announce new lines to screen readers',
    chosen: settings.announce,
    onChoose: () => choose({ ...settings, announce: !settings.announce }),
  },
  { kind: 'divider' },
  ...times.map(
    ({ value, label }): MenuEntry => ({
      kind: 'choice',
      label,
      chosen: settings.times === value,
      onChoose: () => choose({ ...settings, times: value }),
    }),
  ),
]
