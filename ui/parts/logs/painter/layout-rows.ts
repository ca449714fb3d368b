import { type SheetSpace, topOf } from './sheet-space.ts'

export interface RenderedRows {
  /** The index of the first row, and the heights of all. */
  from: number
  heights: readonly number[]
}

export interface Placement {
  /** The offset of each row on the sheet. */
  ys: number[]
  sheetHeight: number
  /** How far rows and view move together, invisibly. */
  shift: number
  /** The last row is among them and ends with the sheet. */
  isLast: boolean
}

/**
 * Positions rows on the sheet around an anchor that keeps its place. Rows and view move together if the first or the
 * last row would miss the sheet's edge, or if they may return to their exact positions.
 */
export const layoutRows = (
  space: SheetSpace,
  { from, heights }: RenderedRows,
  anchor: { index: number; y: number },
  top: number,
  mayMove: boolean,
): Placement => {
  const ys = rowOffsets(heights, anchor.index - from, anchor.y)
  const firstY = ys[0] ?? 0
  const end = (ys.at(-1) ?? 0) + (heights.at(-1) ?? 0)
  const isFirst = from === 0
  const isLast = from + heights.length === space.count
  const sheetHeight = isFirst && isLast ? end - firstY : space.height
  const shift = () => {
    if (space.isExact) return from * space.rowHeight - firstY
    if (isFirst) return -firstY
    if (isLast) return sheetHeight - end
    const isNearEdge = top < space.viewHeight || top > space.height - 2 * space.viewHeight
    return mayMove || isNearEdge ? Math.round(topOf(space, rowAtTop(from, heights, ys, top)) - top) : 0
  }
  const by = shift()
  return { ys: ys.map((y) => y + by), sheetHeight, shift: by, isLast }
}

const rowOffsets = (heights: readonly number[], at: number, y: number): number[] => {
  const ys = heights.map(() => y)
  for (let row = at - 1; row >= 0; row -= 1) ys[row] = (ys[row + 1] ?? 0) - (heights[row] ?? 0)
  for (let row = at + 1; row < ys.length; row += 1) ys[row] = (ys[row - 1] ?? 0) + (heights[row - 1] ?? 0)
  return ys
}

/** The row at the top of the view, and the fraction of it above. */
const rowAtTop = (from: number, heights: readonly number[], ys: readonly number[], top: number): number => {
  const at = Math.max(
    0,
    ys.findIndex((y, row) => y + (heights[row] ?? 0) > top),
  )
  return from + at + (top - (ys[at] ?? 0)) / (heights[at] || 1)
}
