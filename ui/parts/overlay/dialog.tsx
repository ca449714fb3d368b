import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { type FocusTarget, focusTargetOf, standIn } from '../focus/focus-target.ts'
import css from './dialog.module.css'

/** The dialogs above this one. They are rendered as its children, so that Escape closes one at a time. */
export const AboveDialog = createContext<ReactNode>(null)

export type DialogSize = 'normal' | 'medium' | 'large' | 'wide'

type DialogProps = {
  title: string
  text?: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  /** Text beside the buttons. */
  note?: ReactNode
  size?: DialogSize
  open?: boolean
  onClose: () => void
  /** Only its own actions close it: no Escape, no press outside, no close button. */
  guarded?: boolean
  /** Gets the focus first, in place of the first field. */
  focused?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const fields = 'input, textarea, select, [role="combobox"]'

/** Null if nothing had the focus. */
const openerTarget = (): FocusTarget | null => {
  const opener = document.activeElement
  return opener instanceof HTMLElement && opener !== document.body ? focusTargetOf(opener) : null
}

/**
 * Focuses the first field, except on touch screens, where the keyboard would open. Closing returns the focus to the
 * control that opened the dialog, or near it if that control was removed or disabled.
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
