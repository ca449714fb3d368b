import type { Block } from '../codec/block-codec.ts'
import type { Column } from '../codec/column-codec.ts'
import { factsOf, type Sample } from '../columns.ts'

/** Copies a block into a longer one of the same resolution. */
export function placeBlock(into: Block, part: Block, offset: number): void {
  for (const [id, column] of part.columns) {
    const whole = columnOf(into, id)
    for (let at = 0; at < part.points && offset + at < into.points; at += 1) whole[offset + at] = column[at] ?? null
  }
}

/**
 * Adds a sample to a point of a block. What engines measured is kept as it was first seen; what gateways counted is
 * added, because each control plane has a gateway of its own.
 */
export function addSample(into: Block, point: number, sample: Sample): void {
  for (const [id, value] of sample) addValue(into, point, id, value)
}

/** The same for all points of a block. */
export function addBlock(into: Block, other: Block): void {
  for (const [id, column] of other.columns)
    for (let at = 0; at < column.length; at += 1) {
      const value = column[at]
      if (value !== null && value !== undefined) addValue(into, at, id, value)
    }
}

function addValue(into: Block, point: number, id: number, value: number): void {
  const facts = factsOf(id)
  if (!facts || point < 0 || point >= into.points) return
  const column = columnOf(into, id)
  const known = column[point] ?? null
  if (known === null) column[point] = value
  else if (facts.from === 'gateway') column[point] = known + value
}

function columnOf(block: Block, id: number): Column {
  const known = block.columns.get(id)
  if (known) return known
  const column: Column = new Array(block.points).fill(null)
  block.columns.set(id, column)
  return column
}

/** Gateway counters without a count are 0 where the gateway measured; stored as null they would split a column into runs. */
export function fillCounts(block: Block, connections: number): void {
  const measured = block.columns.get(connections)
  if (!measured) return
  for (const [id, column] of block.columns) {
    if (factsOf(id)?.from !== 'gateway' || factsOf(id)?.merge !== 'sum') continue
    for (let at = 0; at < block.points; at += 1) if (measured[at] !== null) column[at] ??= 0
  }
}
