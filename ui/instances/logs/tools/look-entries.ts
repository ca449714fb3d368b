import type { LogLook } from '../../../../src/logs/log-message.ts'
import type { MenuEntry } from '../../../parts/actions/menu.tsx'

const times: readonly { value: LogLook['times']; label: string }[] = [
  { value: 'local', label: 'Local times' },
  { value: 'utc', label: 'UTC times' },
  { value: 'off', label: 'No times' },
]

/** What a menu says of how lines are shown. */
export const lookEntries = (look: LogLook, choose: (look: LogLook) => void): MenuEntry[] => [
  {
    kind: 'choice',
    label: 'Wrap long lines',
    chosen: look.wrap,
    onChoose: () => choose({ ...look, wrap: !look.wrap }),
  },
  {
    kind: 'choice',
    label: 'JSON as written',
    chosen: look.raw,
    onChoose: () => choose({ ...look, raw: !look.raw }),
  },
  {
    kind: 'choice',
    label: 'Tell screen readers of new lines',
    chosen: look.announce,
    onChoose: () => choose({ ...look, announce: !look.announce }),
  },
  { kind: 'divider' },
  ...times.map(
    ({ value, label }): MenuEntry => ({
      kind: 'choice',
      label,
      chosen: look.times === value,
      onChoose: () => choose({ ...look, times: value }),
    }),
  ),
]
