import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { ToastKind } from '../../../src/toasts/toast-message.ts'
import { MOST_TOASTS, TOAST_MS, type Toast } from '../../../src/toasts/toasts.ts'
import { IconButton } from '../actions/icon-button.tsx'
import css from './toasts.module.css'

type ToastsProps = {
  /** Newest first. */
  toasts: readonly Toast[]
  /** Called once for each toast, when it expires or is dismissed. */
  onClosed: (id: string) => void
}

const icons: Record<ToastKind, ReactElement> = {
  success: <CircleCheck />,
  error: <CircleAlert />,
  warning: <TriangleAlert />,
  info: <Info />,
}

/** Keeps each toast's remaining time, because hovering over a toast pauses it. */
export const Toasts = ({ toasts, onClosed }: ToastsProps) => {
  const [manager] = useState(() => Base.createToastManager<{ kind: ToastKind }>())
  const openIds = useRef(new Set<string>())
  const closed = useRef(onClosed)
  closed.current = onClosed

  useEffect(() => {
    const toastIds = new Set(toasts.map((toast) => toast.id))
    for (const { id, kind, title, message } of toasts.toReversed()) {
      if (openIds.current.has(id)) continue
      openIds.current.add(id)
      manager.add({
        id,
        title,
        description: message,
        data: { kind },
        onClose: () => {
          openIds.current.delete(id)
          closed.current(id)
        },
      })
    }
    for (const id of openIds.current) if (!toastIds.has(id)) manager.close(id)
  }, [toasts, manager])

  return (
    <Base.Provider toastManager={manager} limit={MOST_TOASTS} timeout={TOAST_MS}>
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

const ToastList = () => {
  const { toasts } = Base.useToastManager<{ kind: ToastKind }>()
  return toasts.map((toast) => {
    const kind = toast.data?.kind ?? 'info'
    return (
      <Base.Root key={toast.id} toast={toast} className={css.toast} data-kind={kind} swipeDirection="right">
        <Base.Content className={css.content}>
          <span className={css.icon}>{icons[kind]}</span>
          <div className={css.message}>
            <Base.Title className={css.title} render={<p />} />
            <Base.Description className={css.text} />
          </div>
          <Base.Close render={<IconButton label="Dismiss" size="small" icon={<X />} />} />
        </Base.Content>
      </Base.Root>
    )
  })
}
