import type * as v from 'valibot'
import { type CallName, callNamed } from '../../src/contract/contract.ts'

type Part = 'params' | 'query' | 'body'

/** Returns the fields of one part of a call’s input, from its schema. */
export const fieldsOf = (name: CallName, part: Part): string[] => {
  const schema = callNamed(name)[part] as (v.GenericSchema & { entries?: Record<string, unknown> }) | undefined
  return Object.keys(schema?.entries ?? {})
}

interface Walked {
  entries?: Record<string, Walked>
  item?: Walked
  wrapped?: Walked
  options?: (Walked | string | number)[]
  type: string
  value?: Walked
  literal?: unknown
}

interface Leaf {
  path: string[]
  /** The fields that select the variant that the leaf is in. */
  selected: { path: string[]; value: unknown }[]
}

/** Returns all leaf fields of a call’s body. */
export const leavesOf = (name: CallName): Leaf[] => {
  const walk = (schema: Walked, path: string[], selected: Leaf['selected'] = []): Leaf[] => {
    const { entries, item, wrapped, options, type, value } = schema
    if (entries) {
      const literals = Object.entries(entries).flatMap(([key, inner]) =>
        inner.type === 'literal' ? [{ path: [...path, key], value: inner.literal }] : [],
      )
      return Object.entries(entries).flatMap(([key, inner]) => walk(inner, [...path, key], [...selected, ...literals]))
    }
    if (item) return walk(item, [...path, '0'], selected)
    if (wrapped) return walk(wrapped, path, selected)
    if (type === 'record' && value) return walk(value, [...path, 'A'], selected)
    const inner = (options ?? []).filter((option) => typeof option === 'object')
    return inner.length > 0 ? inner.flatMap((option) => walk(option, path, selected)) : [{ path, selected }]
  }
  const schema = callNamed(name).body as unknown as Walked | undefined
  return schema ? walk(schema, []) : []
}

/** Returns a copy with another value at one path; creates a list where the path goes through one. */
export const withLeaf = (given: unknown, [key, ...rest]: string[], leaf: unknown): unknown => {
  if (key === undefined) return leaf
  if (key === '0') return [withLeaf(Array.isArray(given) ? given[0] : undefined, rest, leaf)]
  const record: Record<string, unknown> = typeof given === 'object' && given !== null ? { ...given } : {}
  return { ...record, [key]: withLeaf(record[key], rest, leaf) }
}

/** Values that hardly any field accepts; a field that accepts one of them is sent with the others. */
export const wrongValues: { kind: string; value: unknown }[] = [
  { kind: 'an object', value: { $gt: '' } },
  { kind: 'a nested list', value: [[1]] },
  { kind: 'an enormous number', value: 1e308 },
  { kind: 'true', value: true },
  { kind: 'a text with a null character', value: 'a\u0000b' },
  { kind: 'a text with half a character', value: 'a\ud800b' },
  { kind: 'a text of 100,000 characters', value: 'x'.repeat(100_000) },
]

export const wrongQueryValues = ['%00', 'x'.repeat(5000), '-1e999', '__proto__', '99999999999999999999']
