import { Fragment } from 'react'
import { selectSingleKeys } from '../../src/keys/keys.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { Switch } from '../parts/choices/switch.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import { Dialog } from '../parts/overlay/dialog.tsx'
import { Kbd } from '../parts/text/text.tsx'
import css from './shortcuts-dialog.module.css'

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'

const shortcuts: readonly { does: string; keys: readonly string[] }[] = [
  { does: 'Open the command palette', keys: [command, 'K'] },
  { does: 'Show these shortcuts', keys: ['?'] },
  { does: 'Close the open dialog or menu', keys: ['Esc'] },
  { does: 'Move in lists and menus', keys: ['↑', '↓'] },
  { does: 'Select', keys: ['↵'] },
  { does: 'Search a log', keys: [command, 'F'] },
  { does: 'Search a log (single key)', keys: ['/'] },
  { does: 'Next and previous match', keys: ['↵', 'Shift ↵'] },
  { does: 'Select lines of a log', keys: ['Shift ↑', 'Shift ↓'] },
  { does: 'Select all lines, copy them', keys: [`${command} A`, `${command} C`] },
  { does: 'Jump to the oldest or newest line', keys: ['Home', 'End'] },
]

export const ShortcutsDialog = () => {
  const send = useSend()
  const singleKeys = useSelected(selectSingleKeys)
  return (
    <Dialog title="Keyboard shortcuts" onClose={() => send({ type: 'ui/modalClosed', kind: 'shortcuts' })}>
      <Stack gap={5}>
        <dl>
          {shortcuts.map(({ does, keys }) => (
            <div key={does} className={css.line}>
              <dt>{does}</dt>
              <dd className={css.keys}>
                {keys.map((key, index) => (
                  <Fragment key={key}>
                    {index > 0 && ' '}
                    <Kbd>{key}</Kbd>
                  </Fragment>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <Switch
          label="Single-key shortcuts"
          hint="Turn these off if they trigger by accident, for example while dictating."
          checked={singleKeys}
          onChange={(event) => send({ type: 'ui/singleKeysChosen', on: event.target.checked })}
        />
      </Stack>
    </Dialog>
  )
}
