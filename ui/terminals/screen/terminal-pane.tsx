import { useRef, useState } from 'react'
import type { OpenTerminal } from '../../../src/terminals/open-terminals.ts'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { SessionNotice } from '../session-notice.tsx'
import { LEAVE_KEYS } from './leave-key.ts'
import { PasteQuestion } from './paste-question.tsx'
import { hasLineBreak, pastedText } from './pasted-text.ts'
import css from './terminal-pane.module.css'
import { TerminalTools } from './terminal-tools.tsx'
import { closeScreen, useScreen } from './use-screen.ts'

type TerminalPaneProps = { terminal: OpenTerminal; onReopen: () => void; onClose: () => void }

/** One session: its screen, its tools, and what there is to say about it. */
export const TerminalPane = ({ terminal, onReopen, onClose }: TerminalPaneProps) => {
  const place = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const [pasted, setPasted] = useState('')
  const shown = useScreen(terminal, place, {
    left: () => tools.current?.querySelector<HTMLElement>('button, input')?.focus(),
    pasted: (given) => {
      const text = pastedText(given)
      if (hasLineBreak(text)) setPasted(text)
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
      <div ref={tools}>{shown && <TerminalTools {...shown} onClose={close} />}</div>
      {shown === null && (
        <FailedState
          inline
          title="The terminal could not be loaded"
          text="Check your connection, then close this session and open another."
          onRetry={close}
        />
      )}
      {shown && <SessionNotice remote={shown.remote} onReopen={onReopen} onClose={close} />}
      {pasted !== '' && <PasteQuestion text={pasted} onClose={closePaste} />}
      <div ref={place} className={css.screen} />
      <p className={css.hint}>Press {LEAVE_KEYS} to leave the terminal with the keyboard.</p>
    </section>
  )
}
