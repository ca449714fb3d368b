/** The height that browsers lay out without rounding; longer logs are mapped onto it. */
const MAX_HEIGHT = 8_000_000

/**
 * Maps the rows of a log to a scrolling sheet. If the sheet is as high as its rows, each row has an exact position. On a
 * lower sheet, or with rows of different heights, a position is a fraction of the whole; short scrolls move by pixels.
 */
export interface SheetSpace {
  count: number
  rowHeight: number
  viewHeight: number
  /** All rows have the same height and fit. */
  isExact: boolean
  height: number
}

export const sheetSpace = (count: number, rowHeight: number, viewHeight: number, isEven: boolean): SheetSpace => {
  const whole = count * rowHeight
  return { count, rowHeight, viewHeight, isExact: isEven && whole <= MAX_HEIGHT, height: Math.min(whole, MAX_HEIGHT) }
}

/** The number of rows that can be at the top of the view. */
const topRows = ({ count, rowHeight, viewHeight }: SheetSpace): number => Math.max(1, count - viewHeight / rowHeight)
const maxTop = ({ height, viewHeight }: SheetSpace): number => Math.max(0, height - viewHeight)

/** Returns the scroll position at which a fractional row is at the top. */
export const topOf = (space: SheetSpace, row: number): number =>
  space.isExact ? row * space.rowHeight : Math.min(1, row / topRows(space)) * maxTop(space)

/** Returns the fractional row at the top for a scroll position. */
export const rowAt = (space: SheetSpace, top: number): number => {
  if (space.isExact) return top / space.rowHeight
  const fraction = maxTop(space) === 0 ? 0 : Math.min(1, Math.max(0, top / maxTop(space)))
  return fraction * topRows(space)
}
