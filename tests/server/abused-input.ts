import type * as v from 'valibot'
import { type CallName, callNamed } from '../../src/contract/contract.ts'

type Part = 'params' | 'query' | 'body'

/** The fields of one part of a call's input, from its schema. */
export const fieldsOf = (name: CallName, part: Part): string[] => {
  const schema = callNamed(name)[part] as (v.GenericSchema & { entries?: Record<string, unknown> }) | undefined
  return Object.keys(schema?.entries ?? {})
}

/** Values that hardly any field takes; a field that takes one of them is asked with the others. */
export const wrongValues: { kind: string; value: unknown }[] = [
  { kind: 'an object', value: { $gt: '' } },
  { kind: 'a list in a list', value: [[1]] },
  { kind: 'a number beyond measure', value: 1e308 },
  { kind: 'true', value: true },
  { kind: 'a text with a null character', value: 'a\u0000b' },
  { kind: 'a text with half a character', value: 'a\ud800b' },
  { kind: 'a text of 100,000 characters', value: 'x'.repeat(100_000) },
]

export const wrongQueryValues = ['%00', 'x'.repeat(5000), '-1e999', '__proto__', '99999999999999999999']
