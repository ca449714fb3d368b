import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** What the column is sorted by; without it, it is not. */
  sortBy?: (row: Row) => string | number
  /** Its part of the table's width, in hundredths. With one for each column a row that changes moves no other. */
  widthPercent?: number
  /** Figures and amounts stand at the end. */
  align?: 'start' | 'end'
  /** The column that names the row: its cell is the row's link, and the first line of the list on narrow screens. */
  names?: boolean
  /** The title is for screen readers only: a column of buttons. */
  titleHidden?: boolean
  /** One small button: it stands in the row's corner where the table is a list. With a hidden title it does so untold. */
  corner?: boolean
  /** Long words, such as an e-mail address, or several buttons: they have a line of their own where the table is a list. */
  ownLine?: boolean
  /** Left out where the table is a list. */
  wideOnly?: boolean
}

export type Sort = { id: string; descending: boolean }
