import { Fragment, type ReactNode } from 'react'
import { AboveDialog } from '../parts/overlay/dialog.tsx'

type ModalStackProps<Modal extends { key: string }> = {
  /** The last opened is last, and on top. */
  modals: readonly Modal[]
  /** Renders one `Dialog` for each modal. */
  render: (modal: Modal) => ReactNode
}

/** Nests each dialog in the one below, so that closing it returns the focus there. */
export const ModalStack = <Modal extends { key: string }>({ modals, render }: ModalStackProps<Modal>) => {
  const [lowest, ...above] = modals
  if (!lowest) return null
  return (
    <AboveDialog key={lowest.key} value={above.length > 0 ? <ModalStack modals={above} render={render} /> : null}>
      <Fragment key={lowest.key}>{render(lowest)}</Fragment>
    </AboveDialog>
  )
}
