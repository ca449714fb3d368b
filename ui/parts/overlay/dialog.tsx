import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { type FocusTarget, focusTargetOf, standIn } from '../focus/focus-target.ts'
import css from './dialog.module.css'

/** The dialogs that stand on the one that reads this: being its children is what makes Escape close one at a time. */
export const AboveDialog = createContext<ReactNode>(null)

export type DialogSize = 'normal' | 'medium' | 'large' | 'wide'

type DialogProps = {
  title: string
  text?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** Words beside the buttons. */
  note?: ReactNode
  size?: DialogSize
  open?: boolean
  onClose: () => void
  /** Closes only by its own actions: not by Escape, by a press outside or by a cross. */
  guarded?: boolean
  /** Has the focus first, in place of the first field. */
  focused?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const fields = 'input, textarea, select, [role="combobox"]'

/** Null where nothing had the focus. */
const openerTarget = (): FocusTarget | null => {
  const opener = document.activeElement
  return opener instanceof HTMLElement && opener !== document.body ? focusTargetOf(opener) : null
}

/**
 * The first field has the focus at once; a touch does not call up the keyboard. Closing gives it back to what opened the
 * dialog, or, where that went with its row, to the row beside it.
 */
export const Dialog = ({
  title,
  text,
  actions,
  note,
  size = 'normal',
  open = true,
  onClose,
  guarded = false,
  focused,
  children,
}: DialogProps) => {
  const above = useContext(AboveDialog)
  const body = useRef<HTMLDivElement>(null)
  const [opener] = useState(openerTarget)
  const beside = () => (opener && standIn(opener)) || true
  const firstField = (openedBy: string) =>
    openedBy === 'touch' ? null : (body.current?.querySelector<HTMLElement>(fields) ?? null)
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={guarded}
      onOpenChange={(next, change) => {
        if (next) return
        if (guarded) change.cancel()
        else onClose()
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Viewport className={css.viewport}>
          <Base.Popup className={css.popup} data-size={size} initialFocus={focused ?? firstField} finalFocus={beside}>
            <header className={css.head}>
              <div className={css.titles}>
                <Base.Title className={css.title}>{title}</Base.Title>
                {text && (
                  <Base.Description className={css.text} render={<div />}>
                    {text}
                  </Base.Description>
                )}
              </div>
              {!guarded && <Base.Close render={<IconButton label="Close" icon={<X />} size="small" />} />}
            </header>
            {children && (
              <div className={css.body} ref={body}>
                <AboveDialog value={null}>{children}</AboveDialog>
              </div>
            )}
            {(actions || note) && (
              <footer className={css.footer}>
                <div className={css.note}>{note}</div>
                <div className={css.actions}>{actions}</div>
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
      {above}
    </Base.Root>
  )
}
