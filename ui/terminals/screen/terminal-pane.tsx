import { useRef, useState } from 'react'
import type { OpenTerminal } from '../../../src/terminals/open-terminals.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { SessionNotice } from '../session-notice.tsx'
import { LEAVE_KEYS } from './leave-key.ts'
import { lineCount, pastedText } from './pasted-text.ts'
import css from './terminal-pane.module.css'
import { TerminalTools } from './terminal-tools.tsx'
import { closeScreen, useScreen } from './use-screen.ts'

type TerminalPaneProps = { terminal: OpenTerminal; onClose: () => void }

/** One session: its screen, its tools, and what there is to say about it. */
export const TerminalPane = ({ terminal, onClose }: TerminalPaneProps) => {
  const place = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const [pasted, setPasted] = useState('')
  const shown = useScreen(terminal, place, {
    left: () => tools.current?.querySelector<HTMLElement>('button, input')?.focus(),
    pasted: (given) => {
      const text = pastedText(given)
      if (lineCount(text) > 1) setPasted(text)
      else screenOf()?.paste(text)
    },
  })
  const latest = useRef(shown)
  latest.current = shown
  const screenOf = () => latest.current?.screen

  const closePaste = (isConfirmed: boolean) => {
    if (isConfirmed) screenOf()?.paste(pasted)
    setPasted('')
    screenOf()?.focus()
  }
  const close = () => {
    closeScreen(terminal)
    onClose()
  }
  return (
    <section className={css.pane} aria-label={`Shell in ${terminal.service}, replica ${terminal.replica + 1}`}>
      <div ref={tools}>{shown && <TerminalTools screen={shown.screen} onClose={close} />}</div>
      {shown === null && (
        <FailedState
          inline
          title="The terminal could not be loaded"
          text="Check your connection, then close this session and open another."
          onRetry={close}
        />
      )}
      {shown && <SessionNotice remote={shown.remote} onClose={close} />}
      {pasted !== '' && (
        <Banner
          tone="warn"
          title={`Paste ${lineCount(pasted)} lines?`}
          actions={
            <>
              <Button variant="primary" size="small" autoFocus onClick={() => closePaste(true)}>
                Paste
              </Button>
              <Button size="small" onClick={() => closePaste(false)}>
                Cancel
              </Button>
            </>
          }
        >
          A program that does not know bracketed paste runs each line as a command.
        </Banner>
      )}
      <div ref={place} className={css.screen} />
      <p className={css.hint}>Press {LEAVE_KEYS} to leave the terminal with the keyboard.</p>
    </section>
  )
}
