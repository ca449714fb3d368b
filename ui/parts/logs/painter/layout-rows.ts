import { type SheetSpace, topOf } from './sheet-space.ts'

export interface RenderedRows {
  /** The index of the first of them, and how high each is. */
  from: number
  heights: readonly number[]
}

export interface Placement {
  /** Where on the sheet each row begins. */
  ys: number[]
  sheetHeight: number
  /** How far rows and view move together on the sheet: nothing that can be seen. */
  shift: number
  /** The last row of all is among them, and ends where the sheet ends. */
  isLast: boolean
}

/**
 * Stands rows on the sheet around one that stays where it is, and moves rows and view along when the first or the last
 * of all would miss the sheet's end, or when they may stand where they should.
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

/** The row at the top of the view, and the part of it that is above. */
const rowAtTop = (from: number, heights: readonly number[], ys: readonly number[], top: number): number => {
  const at = Math.max(
    0,
    ys.findIndex((y, row) => y + (heights[row] ?? 0) > top),
  )
  return from + at + (top - (ys[at] ?? 0)) / (heights[at] || 1)
}
