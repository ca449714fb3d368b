import type { ReactNode } from 'react'
import css from './kept-focus.module.css'
import { useKeptFocus } from './use-kept-focus.ts'

/** Around what comes and goes, such as a bar of buttons for what is chosen: when it goes, the focus stays near. */
export const KeptFocus = ({ children }: { children: ReactNode }) => (
  <div className={css.kept} {...useKeptFocus()}>
    {children}
  </div>
)
