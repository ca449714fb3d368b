/** What browsers lay out without rounding; a longer log is mapped onto it. */
const MOST_HEIGHT = 8_000_000

/**
 * How the rows of a log map to a sheet that scrolls. A sheet as high as its rows is exact: each row has one place. On
 * a lower one, or where rows differ in height, the place of a row is a share of the whole, and scrolling by a little
 * moves by the same little whatever that share is.
 */
export interface SheetSpace {
  count: number
  rowHeight: number
  viewHeight: number
  /** Rows are as high as one another and all of them fit. */
  isExact: boolean
  height: number
}

export const sheetSpace = (count: number, rowHeight: number, viewHeight: number, isEven: boolean): SheetSpace => {
  const whole = count * rowHeight
  return { count, rowHeight, viewHeight, isExact: isEven && whole <= MOST_HEIGHT, height: Math.min(whole, MOST_HEIGHT) }
}

/** Rows that can stand at the top of the view. */
const topRows = ({ count, rowHeight, viewHeight }: SheetSpace): number => Math.max(1, count - viewHeight / rowHeight)
const mostTop = ({ height, viewHeight }: SheetSpace): number => Math.max(0, height - viewHeight)

/** How far down the sheet the view is when a row, and a part of it, stands at its top. */
export const topOf = (space: SheetSpace, row: number): number =>
  space.isExact ? row * space.rowHeight : Math.min(1, row / topRows(space)) * mostTop(space)

/** The row, and the part of it, at the top of the view when that is so far down the sheet. */
export const rowAt = (space: SheetSpace, top: number): number => {
  if (space.isExact) return top / space.rowHeight
  const fraction = mostTop(space) === 0 ? 0 : Math.min(1, Math.max(0, top / mostTop(space)))
  return fraction * topRows(space)
}
