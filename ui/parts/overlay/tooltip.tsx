import { Tooltip as Base } from '@base-ui/react/tooltip'
import { type ReactElement, useState } from 'react'
import css from './tooltip.module.css'

type TooltipProps = {
  text: string
  /** Stays open without the pointer, for feedback to a press. */
  pinned?: boolean
  side?: 'top' | 'right' | 'bottom' | 'left'
  children: ReactElement
}

/** Repeats a name or a detail that is also available elsewhere. */
export const Tooltip = ({ text, pinned = false, side = 'top', children }: TooltipProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Base.Root open={isOpen || pinned} onOpenChange={setOpen}>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal role="region" aria-label="Tooltip">
        <Base.Positioner className={css.positioner} side={side} sideOffset={6}>
          <Base.Popup className={css.popup} role={pinned ? 'status' : undefined}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
