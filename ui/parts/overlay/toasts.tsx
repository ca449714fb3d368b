import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ToastKind } from '../../../src/toasts/toast-message.ts'
import { MAX_VISIBLE_TOASTS, TOAST_MS, type Toast } from '../../../src/toasts/toasts.ts'
import { IconButton } from '../actions/icon-button.tsx'
import css from './toasts.module.css'

type ToastsProps = {
  /** Newest first. */
  toasts: readonly Toast[]
  /** Called once for each toast, when it expires or is dismissed. */
  onClosed: (id: string) => void
  /** Returns what a toast leads to, if it leads anywhere. */
  pathOf?: (id: string) => string | null
  onOpened?: (id: string) => void
}

type ToastData = { kind: ToastKind; path: string | null; onOpened: () => void }

const icons: Record<ToastKind, ReactElement> = {
  success: <CircleCheck />,
  error: <CircleAlert />,
  warning: <TriangleAlert />,
  info: <Info />,
}

/** Keeps each toast's remaining time, because hovering over a toast pauses it. */
export const Toasts = ({ toasts, onClosed, pathOf, onOpened }: ToastsProps) => {
  const [manager] = useState(() => Base.createToastManager<ToastData>())
  const openIds = useRef(new Set<string>())
  const closed = useRef(onClosed)
  closed.current = onClosed
  const opening = useRef({ pathOf, onOpened })
  opening.current = { pathOf, onOpened }

  useEffect(() => {
    const toastIds = new Set(toasts.map((toast) => toast.id))
    for (const { id, kind, title, message } of toasts.toReversed()) {
      if (openIds.current.has(id)) continue
      openIds.current.add(id)
      manager.add({
        id,
        title,
        description: message,
        data: {
          kind,
          path: opening.current.pathOf?.(id) ?? null,
          onOpened: () => {
            opening.current.onOpened?.(id)
            manager.close(id)
          },
        },
        onClose: () => {
          openIds.current.delete(id)
          closed.current(id)
        },
      })
    }
    for (const id of openIds.current) if (!toastIds.has(id)) manager.close(id)
  }, [toasts, manager])

  return (
    <Base.Provider toastManager={manager} limit={MAX_VISIBLE_TOASTS} timeout={TOAST_MS}>
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

const ToastList = () => {
  const { toasts } = Base.useToastManager<ToastData>()
  return toasts.map((toast) => {
    const { kind = 'info', path, onOpened } = toast.data ?? {}
    return (
      <Base.Root key={toast.id} toast={toast} className={css.toast} data-kind={kind} swipeDirection="right">
        <Base.Content className={css.content}>
          <span className={css.icon}>{icons[kind]}</span>
          <div className={css.message}>
            <Base.Title className={css.title} render={<p />}>
              {path ? (
                <Link to={path} className={css.link} onClick={onOpened}>
                  {toast.title}
                </Link>
              ) : (
                toast.title
              )}
            </Base.Title>
            <Base.Description className={css.text} />
          </div>
          <Base.Close render={<IconButton label="Dismiss" size="small" icon={<X />} />} />
        </Base.Content>
      </Base.Root>
    )
  })
}
