import css from './data-table.module.css'

type ListLabelProps = { children: string }

/** A word before the number that names a row: visible in the list of narrow screens, which has no column titles. */
export const ListLabel = ({ children }: ListLabelProps) => <span className={css.listLabel}>{children}</span>
