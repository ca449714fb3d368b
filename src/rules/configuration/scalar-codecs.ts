import { DURATION_PATTERN, formatDuration, parseDuration } from '../units/durations.ts'
import { BYTES_PATTERN, CPU_PATTERN, formatCores, formatQuantity, parseBytes, parseCpu } from '../units/quantities.ts'
import type { LocatedValue } from '../yaml/located-value.ts'
import { plainValueOf } from '../yaml/plain-value.ts'
import { type Codec, reject } from './codec.ts'

const scalarOf = (value: LocatedValue) => (value.kind === 'scalar' ? value.value : undefined)

/** As the contract has it. */
export const asIs: Codec = {
  read: plainValueOf,
  write: (value) => value,
  form: { kind: 'contract' },
}

/** Text that may look like a number or a switch: `user: 1000`. */
export const text: Codec = {
  read: (value) => {
    const scalar = scalarOf(value)
    return typeof scalar === 'number' || typeof scalar === 'boolean' ? String(scalar) : plainValueOf(value)
  },
  write: (value) => value,
  form: { kind: 'contract', orScalar: true },
}

const quantity = (
  parse: (text: string | number) => number | null,
  format: (value: number) => string | number,
  pattern: RegExp,
  example: string,
): Codec => ({
  read: (value, place, reading) => {
    const scalar = scalarOf(value)
    if (scalar === null) return null
    const parsed = typeof scalar === 'string' || typeof scalar === 'number' ? parse(scalar) : null
    return parsed ?? reject(reading, place, `Write a value such as ${example}.`)
  },
  write: (value) => (typeof value === 'number' ? format(value) : undefined),
  form: { kind: 'text', pattern, orNumber: true, example },
})

export const bytes = quantity(parseBytes, formatQuantity, BYTES_PATTERN, '512Mi')
export const cores = quantity(parseCpu, formatCores, CPU_PATTERN, '0.5')

/** A duration whose contract counts units of this many milliseconds. */
export const duration = (unitMs: number): Codec => ({
  read: (value, place, reading) => {
    const scalar = scalarOf(value)
    const ms = typeof scalar === 'string' ? parseDuration(scalar) : null
    if (ms !== null && ms % unitMs === 0) return ms / unitMs
    return reject(
      reading,
      place,
      `Write a time with its unit, such as ${unitMs === 1 ? '500ms, 30s or ' : '30s or '}1m30s.`,
    )
  },
  write: (value) => (typeof value === 'number' ? formatDuration(value * unitMs) : undefined),
  form: { kind: 'text', pattern: DURATION_PATTERN, example: '30s' },
})

const OCTAL = /^(?:0o)?[0-7]{1,4}$/

/** The permissions of a file, always octal: `0644`, `"0644"` and `644` are the same. */
export const mode: Codec = {
  read: (value, place, reading) => {
    const written = String(scalarOf(value) ?? '')
    if (!OCTAL.test(written)) return reject(reading, place, 'Write the permissions as octal digits, such as 0644.')
    return Number.parseInt(written.replace('0o', ''), 8)
  },
  write: (value) => (typeof value === 'number' ? value.toString(8).padStart(4, '0') : undefined),
  form: { kind: 'text', pattern: OCTAL, orNumber: true, example: '0644' },
}
