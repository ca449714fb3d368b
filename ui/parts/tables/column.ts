import type { ReactNode } from 'react'

export type Column<Row> = {
  id: string
  title: string
  cell: (row: Row) => ReactNode
  /** The sort key; without one the column is not sortable. */
  sortBy?: (row: Row) => string | number
  /** Its width in percent. If every column has one, changing rows do not move others. */
  widthPercent?: number
  /** `end` for figures and amounts. */
  align?: 'start' | 'end'
  /** The column that names the row: its cell is the row's link, and the first line of the list on narrow screens. */
  isRowHeader?: boolean
  /** The title is for screen readers only, as for a column of buttons. */
  titleHidden?: boolean
  /** Places the cell in the row's corner when the table is a list; the default for a hidden title. */
  corner?: boolean
  /** Gives the cell a line of its own when the table is a list: long words, several buttons. */
  ownLine?: boolean
  /** Left out when the table is a list. */
  wideOnly?: boolean
}

export type Sort = { id: string; descending: boolean }
