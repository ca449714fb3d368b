import type { ReactNode } from 'react'
import css from './restore-focus.module.css'
import { useRestoreFocus } from './use-restore-focus.ts'

/** Keeps the focus nearby when its children disappear, such as a bar of actions. */
export const RestoreFocus = ({ children }: { children: ReactNode }) => (
  <div className={css.kept} {...useRestoreFocus()}>
    {children}
  </div>
)
