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
  { does: 'Go to, find or do anything', keys: [command, 'K'] },
  { does: 'Show these shortcuts', keys: ['?'] },
  { does: 'Close what is on top', keys: ['Esc'] },
  { does: 'Move in lists and menus', keys: ['↑', '↓'] },
  { does: 'Choose', keys: ['↵'] },
  { does: 'Search in a log', keys: [command, 'F'] },
  { does: 'Search in a log, with one key', keys: ['/'] },
  { does: 'Next and previous match', keys: ['↵', 'Shift ↵'] },
  { does: 'Choose lines of a log', keys: ['Shift ↑', 'Shift ↓'] },
  { does: 'Choose every line, copy them', keys: [`${command} A`, `${command} C`] },
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
          label="Keys without Ctrl"
          hint="Turn them off if ? opens this when you do not mean it, as it may when you dictate."
          checked={singleKeys}
          onChange={(event) => send({ type: 'ui/singleKeysChosen', on: event.target.checked })}
        />
      </Stack>
    </Dialog>
  )
}
