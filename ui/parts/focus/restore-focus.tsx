import type { ReactNode } from 'react'
import css from './restore-focus.module.css'
import { useRestoreFocus } from './use-restore-focus.ts'

/** Around what comes and goes, such as a bar of buttons for what is chosen: when it goes, the focus stays near. */
export const RestoreFocus = ({ children }: { children: ReactNode }) => (
  <div className={css.kept} {...useRestoreFocus()}>
    {children}
  </div>
)
