import { Accessibility, ChevronDown, ChevronUp, Copy, X } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { type KeyboardEvent, useState } from 'react'
import type { RemoteTerminal } from '../../../src/terminals/terminal-client.ts'
import { Button } from '../../parts/actions/button.tsx'
import { copyText } from '../../parts/actions/copy-text.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { ToggleButton } from '../../parts/actions/toggle-button.tsx'
import { SearchField } from '../../parts/fields/search-field.tsx'
import { Text } from '../../parts/text/text.tsx'
import type { Screen } from './open-screen.ts'
import css from './terminal-pane.module.css'

type TerminalToolsProps = { screen: Screen; remote: Pick<RemoteTerminal, 'state$'>; onClose: () => void }

export const TerminalTools = ({ screen, remote, onClose }: TerminalToolsProps) => {
  const isOver = useObservableEagerState(remote.state$).kind === 'ended'
  const [searched, setSearched] = useState('')
  const [isFound, setFound] = useState(true)
  const [isReadable, setReadable] = useState(false)
  const [note, setNote] = useState('')

  const find = (text: string, direction: 'next' | 'previous') => {
    setSearched(text)
    setFound(text === '' || screen.find(text, direction))
    if (text === '') screen.endSearch()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    find(searched, event.shiftKey ? 'previous' : 'next')
  }
  const copy = async () => setNote((await copyText(screen.text())) ? 'Copied.' : 'The browser did not allow copying.')

  return (
    <div className={css.tools} role="toolbar" aria-label="Terminal">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: adds a key to the field inside */}
      <div onKeyDown={onKeyDown}>
        <SearchField label="Search the output" value={searched} onChange={(text) => find(text, 'previous')} />
      </div>
      {searched !== '' && (
        <>
          <IconButton
            label="Previous match"
            size="small"
            icon={<ChevronUp />}
            onClick={() => find(searched, 'previous')}
          />
          <IconButton label="Next match" size="small" icon={<ChevronDown />} onClick={() => find(searched, 'next')} />
        </>
      )}
      <Text size="sm" tone="muted">
        <span role="status">{isFound ? note : 'No match.'}</span>
      </Text>
      <span className={css.spread} />
      <Button size="small" variant="quiet" icon={<Copy />} onClick={() => void copy()}>
        Copy as text
      </Button>
      <ToggleButton
        label="Screen reader mode"
        icon={<Accessibility />}
        pressed={isReadable}
        onChange={(isOn) => {
          setReadable(isOn)
          screen.setReadable(isOn)
        }}
      />
      {!isOver && (
        <Button size="small" icon={<X />} onClick={onClose}>
          Close session
        </Button>
      )}
    </div>
  )
}
