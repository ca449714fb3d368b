import { Fragment, type ReactNode } from 'react'
import { AboveDialog } from '../parts/overlay/dialog.tsx'

type ModalStackProps<Modal extends { key: string }> = {
  /** The last opened is last, and on top. */
  modals: readonly Modal[]
  /** One `Dialog` (or what is made of one) for each modal. */
  render: (modal: Modal) => ReactNode
}

/** Each dialog is drawn inside of the one below it, so that closing one gives the focus back to the one it came from. */
export const ModalStack = <Modal extends { key: string }>({ modals, render }: ModalStackProps<Modal>) => {
  const [lowest, ...above] = modals
  if (!lowest) return null
  return (
    <AboveDialog key={lowest.key} value={above.length > 0 ? <ModalStack modals={above} render={render} /> : null}>
      <Fragment key={lowest.key}>{render(lowest)}</Fragment>
    </AboveDialog>
  )
}
