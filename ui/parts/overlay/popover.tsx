import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import css from './popover.module.css'
import popup from './popup.module.css'

type PopoverProps = {
  trigger: ReactElement
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  children: ReactNode
}

/** Content that a button opens; for actions use a Menu. */
export const Popover = ({ trigger, title, open, onOpenChange, children }: PopoverProps) => (
  <Base.Root open={open} onOpenChange={onOpenChange}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner
        className={popup.positioner}
        positionMethod="fixed"
        align="end"
        sideOffset={6}
        collisionPadding={8}
      >
        <Base.Popup className={css.popover}>
          <Base.Title className={css.title} render={<h2 />}>
            {title}
          </Base.Title>
          <div className={css.content}>{children}</div>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
