import { Toast as Base } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import css from './toasts.module.css'

export type ToastTone = 'success' | 'error' | 'warning' | 'info'

export type Toast = { id: string; tone: ToastTone; title: string; text?: string | undefined }

type ToastsProps = {
  /** Oldest first. */
  toasts: readonly Toast[]
  /** Said once for each toast: its time is over, or it was dismissed. */
  onClosed: (id: string) => void
}

const icons: Record<ToastTone, ReactElement> = {
  success: <CircleCheck />,
  error: <CircleAlert />,
  warning: <TriangleAlert />,
  info: <Info />,
}

const shownMs = 5000
const atMost = 2

/** The list is the caller's; the time left is kept here, because pointing at a toast stops its clock. */
export const Toasts = ({ toasts, onClosed }: ToastsProps) => {
  const [manager] = useState(() => Base.createToastManager<{ tone: ToastTone }>())
  const shown = useRef(new Set<string>())
  const closed = useRef(onClosed)
  closed.current = onClosed

  useEffect(() => {
    const wanted = new Set(toasts.map((toast) => toast.id))
    for (const { id, tone, title, text } of toasts) {
      if (shown.current.has(id)) continue
      shown.current.add(id)
      manager.add({
        id,
        title,
        description: text,
        priority: tone === 'error' ? 'high' : 'low',
        data: { tone },
        onClose: () => {
          shown.current.delete(id)
          closed.current(id)
        },
      })
    }
    for (const id of shown.current) if (!wanted.has(id)) manager.close(id)
  }, [toasts, manager])

  return (
    <Base.Provider toastManager={manager} limit={atMost} timeout={shownMs}>
      <Base.Portal>
        <Base.Viewport className={css.viewport}>
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  )
}

const ToastList = () => {
  const { toasts } = Base.useToastManager<{ tone: ToastTone }>()
  return toasts.map((toast) => {
    const tone = toast.data?.tone ?? 'info'
    return (
      <Base.Root key={toast.id} toast={toast} className={css.toast} data-tone={tone} swipeDirection="right">
        <Base.Content className={css.content}>
          <span className={css.icon}>{icons[tone]}</span>
          <div className={css.words}>
            <Base.Title className={css.title} render={<p />} />
            <Base.Description className={css.text} />
          </div>
          <Base.Close render={<IconButton label="Dismiss" size="small" icon={<X />} />} />
        </Base.Content>
      </Base.Root>
    )
  })
}
