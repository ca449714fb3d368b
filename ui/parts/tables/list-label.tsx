import css from './data-table.module.css'

/** A word before the number that names a row: visible in the list of narrow screens, which has no column titles. */
export const ListLabel = ({ children }: { children: string }) => <span className={css.listLabel}>{children}</span>
