import { array, assert, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { layoutRows } from '../../ui/parts/logs/painter/layout-rows.ts'
import { rowAt, sheetSpace, topOf } from '../../ui/parts/logs/painter/sheet-space.ts'

const ROW = 20

test('the position of a row and the row at a position are inverse, for a log of any length', () => {
  assert(
    property(integer({ min: 40, max: 50_000_000 }), integer({ min: 0, max: 1000 }), (count, share) => {
      const space = sheetSpace(count, ROW, 600, true)
      const row = (share / 1000) * (count - 30)
      expect(rowAt(space, topOf(space, row))).toBeCloseTo(row, 3)
    }),
  )
})

test('the first row is at the top of the sheet, and the last screen at its end', () => {
  for (const count of [100, 400_000, 400_001, 30_000_000]) {
    const space = sheetSpace(count, ROW, 600, true)
    expect(space.height).toBeLessThanOrEqual(8_000_000)
    expect(topOf(space, 0)).toBe(0)
    expect(topOf(space, count - 30)).toBeCloseTo(space.height - 600, 3)
  }
})

test('a log that fits is not scaled', () => {
  const space = sheetSpace(400_000, ROW, 600, true)
  expect(space.isExact).toBe(true)
  expect(topOf(space, 123_456)).toBe(123_456 * ROW)
})

const placed = record({
  heights: array(
    integer({ min: 1, max: 5 }).map((lines) => lines * ROW),
    { minLength: 30, maxLength: 60 },
  ),
  from: integer({ min: 0, max: 500_000 }),
  after: integer({ min: 0, max: 500_000 }),
  anchor: integer({ min: 0, max: 29 }),
  y: integer({ min: 0, max: 7_000_000 }),
})

test('rows of any height are contiguous, and the ends of the log are at the ends of the sheet', () => {
  assert(
    property(placed, ({ heights, from, after, anchor, y }) => {
      const space = sheetSpace(from + heights.length + after, ROW, 600, false)
      const { ys, sheetHeight, isLast } = layoutRows(space, { from, heights }, { index: from + anchor, y }, y, false)
      for (const [at, height] of heights.entries()) {
        if (at + 1 < ys.length) expect((ys[at] ?? 0) + height).toBe(ys[at + 1])
      }
      if (from === 0) expect(ys[0]).toBe(0)
      expect(isLast).toBe(after === 0)
      if (isLast) expect((ys.at(-1) ?? 0) + (heights.at(-1) ?? 0)).toBe(sheetHeight)
    }),
  )
})

test('away from both ends, the anchor row keeps its position until shifting is allowed', () => {
  const space = sheetSpace(1_000_000, ROW, 600, true)
  const rows = { from: 500_000, heights: Array.from({ length: 40 }, () => ROW) }
  const anchor = { index: 500_010, y: 3_000_000 }
  expect(layoutRows(space, rows, anchor, 3_000_000, false).shift).toBe(0)
  const moved = layoutRows(space, rows, anchor, 3_000_000, true)
  expect(3_000_000 + moved.shift).toBeCloseTo(topOf(space, 500_010), 0)
})
