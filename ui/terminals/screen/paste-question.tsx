import { Button } from '../../parts/actions/button.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { linesOf } from './pasted-text.ts'
import css from './terminal-pane.module.css'

const MAX_LINES = 8

type PasteQuestionProps = { text: string; onClose: (isConfirmed: boolean) => void }

/** Asks before lines are pasted that may run at once, and shows them: a page may copy something else than it shows. */
export const PasteQuestion = ({ text, onClose }: PasteQuestionProps) => {
  const lines = linesOf(text)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: adds a key to the buttons inside
    <div
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose(false)
      }}
    >
      <Banner
        tone="warn"
        title={lines.length === 1 ? 'Paste 1 line and run it?' : `Paste ${lines.length} lines?`}
        actions={
          <>
            <Button variant="primary" size="small" autoFocus onClick={() => onClose(true)}>
              Paste
            </Button>
            <Button size="small" onClick={() => onClose(false)}>
              Cancel
            </Button>
          </>
        }
      >
        A program that does not know bracketed paste runs each line as a command.
        <pre className={css.pasted}>
          {lines.slice(0, MAX_LINES).join('\n')}
          {lines.length > MAX_LINES && '\n…'}
        </pre>
      </Banner>
    </div>
  )
}
