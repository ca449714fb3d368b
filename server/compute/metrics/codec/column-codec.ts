import type { VarintReader, VarintWriter } from '../../logs/chunks/varints.ts'

/** Whole numbers from 0; null where nothing was measured. */
export type Column = (number | null)[]

const CONSTANT = 0
const PLAIN = 1
const DELTA = 2

/** Writes a column: runs of nulls and values in turn, then the values in the shortest of three forms. */
export function writeColumn(to: VarintWriter, column: Column): void {
  writeRuns(to, column)
  const values = column.filter((value) => value !== null)
  const [first = 0] = values
  if (values.every((value) => value === first)) {
    to.add(CONSTANT)
    if (values.length > 0) to.add(first)
    return
  }
  const deltas = values.map((value, at) => value - (values[at - 1] ?? 0))
  const isDelta = sizeOf(deltas) + deltas.length < sizeOf(values)
  to.add(isDelta ? DELTA : PLAIN)
  for (const value of isDelta ? deltas : values) isDelta ? to.addSigned(value) : to.add(value)
}

export function readColumn(from: VarintReader, length: number): Column {
  const column: Column = new Array(length).fill(null)
  const present: number[] = []
  for (let at = 0, isPresent = false; at < length; isPresent = !isPresent) {
    const end = at + from.next()
    if (end > length) throw new Error('A column of metrics is too long')
    for (; at < end; at += 1) if (isPresent) present.push(at)
  }
  const form = from.next()
  if (present.length === 0) return column
  let value = form === CONSTANT ? from.next() : 0
  for (const at of present) {
    if (form === PLAIN) value = from.next()
    else if (form === DELTA) value += from.nextSigned()
    column[at] = value
  }
  return column
}

/** The first run is of nulls, and may be empty. */
function writeRuns(to: VarintWriter, column: Column): void {
  if (column.length === 0) return
  let isPresent = false
  let run = 0
  for (const value of column) {
    if ((value !== null) !== isPresent) {
      to.add(run)
      run = 0
      isPresent = !isPresent
    }
    run += 1
  }
  to.add(run)
}

function sizeOf(values: readonly number[]): number {
  let bits = 0
  for (const value of values) bits += Math.log2(Math.abs(value) + 1)
  return bits
}
