import type { VarintReader, VarintWriter } from '../../logs/chunks/varints.ts'
import type { BitReader, BitWriter } from './bits.ts'
import { bestParameter, readRice, writeRice } from './rice-code.ts'

/** Whole numbers from 0; null where nothing was measured. */
export type Column = (number | null)[]

/** How values are written: all the same; mostly zeros, which the compressor shortens; or noise, in Rice codes. */
const CONSTANT = 0
const SPARSE = 1
const AROUND_MEDIAN = 2
const DELTA = 3

export interface ColumnWriters {
  head: VarintWriter
  bits: BitWriter
}

export interface ColumnReaders {
  head: VarintReader
  bits: BitReader
}

/** Writes a column: runs of nulls and values in turn, then the values in the shortest form. */
export function writeColumn({ head, bits }: ColumnWriters, column: Column): void {
  writeRuns(head, column)
  const values = column.filter((value) => value !== null)
  const [first = 0] = values
  if (values.every((value) => value === first)) {
    head.add(CONSTANT)
    if (values.length > 0) head.add(first)
    return
  }
  const median = values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
  const around = values.map((value) => zigzag(value - median))
  const deltas = values.map((value, at) => zigzag(value - (values[at - 1] ?? median)))
  const [aroundBest, deltaBest] = [bestParameter(around), bestParameter(deltas)]
  if (sparseBits(values) <= Math.min(aroundBest.bits, deltaBest.bits)) {
    head.add(SPARSE)
    for (const value of values) head.add(value)
    return
  }
  const isDelta = deltaBest.bits < aroundBest.bits
  const { parameter } = isDelta ? deltaBest : aroundBest
  head.add(isDelta ? DELTA : AROUND_MEDIAN)
  head.add(median)
  head.add(parameter)
  head.add((isDelta ? deltaBest : aroundBest).bits)
  for (const residual of isDelta ? deltas : around) writeRice(bits, residual, parameter)
}

/** Goes on to the next column, and makes none of this one. */
export function skipColumn({ head, bits }: ColumnReaders, length: number): void {
  let present = 0
  eachRun(head, length, (from, end) => {
    present += end - from
  })
  const form = head.next()
  if (present === 0) return
  if (form === CONSTANT || form === SPARSE) {
    head.skipNumbers(form === CONSTANT ? 1 : present)
    return
  }
  head.skipNumbers(2)
  bits.skip(head.next())
}

export function readColumn({ head, bits }: ColumnReaders, length: number): Column {
  const column: Column = new Array(length).fill(null)
  const present = readRuns(head, length)
  const form = head.next()
  if (present.length === 0) return column
  if (form === CONSTANT) return filled(column, present, constantOf(head.next()))
  if (form === SPARSE) return filled(column, present, () => head.next())
  const median = head.next()
  const parameter = head.next()
  head.skipNumbers(1)
  let before = median
  return filled(column, present, () => {
    const value = (form === DELTA ? before : median) + unzigzag(readRice(bits, parameter))
    before = value
    return value
  })
}

const constantOf = (value: number) => () => value

function filled(column: Column, present: readonly number[], next: () => number): Column {
  for (const at of present) column[at] = next()
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

/** Returns the places of the values. */
function readRuns(from: VarintReader, length: number): number[] {
  const present: number[] = []
  eachRun(from, length, (start, end) => {
    for (let at = start; at < end; at += 1) present.push(at)
  })
  return present
}

function eachRun(from: VarintReader, length: number, take: (start: number, end: number) => void): void {
  for (let at = 0, isPresent = false; at < length; isPresent = !isPresent) {
    const end = at + from.next()
    if (end > length) throw new Error('A column of metrics is too long')
    if (isPresent) take(at, end)
    at = end
  }
}

/** About what the compressor makes of them: a bit for a zero, and bytes of seven bits otherwise. */
function sparseBits(values: readonly number[]): number {
  let bits = 0
  for (const value of values) bits += value === 0 ? 1 : 2 + 8 * Math.ceil(Math.log2(value + 1) / 7)
  return bits
}

/** Maps whole numbers to natural ones, small to small. */
const zigzag = (value: number): number => (value >= 0 ? value * 2 : -value * 2 - 1)
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2)
