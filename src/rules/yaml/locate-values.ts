import { isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml'
import type { LocatedEntry, LocatedMap, LocatedScalar, LocatedValue, Position } from './located-value.ts'

/** Values of a file when every alias is replaced by what it stands for. */
const MAX_VALUES = 20_000
const MERGE_KEY = '<<'

interface SourceError {
  offset: number
  message: string
}

export type LocatedValues = { kind: 'value'; value: LocatedValue } | { kind: 'rejected'; errors: SourceError[] }

class Rejected extends Error {}

const offsetOf = (node: Node | null | undefined): number => node?.range?.[0] ?? 0

/** Converts parsed nodes to values with positions. A value is converted once, however many aliases refer to it. */
export const locateValues = (root: unknown, positionOf: (offset: number) => Position): LocatedValues => {
  const anchors = new Map<string, LocatedValue>()
  const errors: SourceError[] = []
  const report = (node: Node | null | undefined, message: string) => errors.push({ offset: offsetOf(node), message })

  const locate = (node: unknown, fallbackOffset: number): LocatedValue => {
    const known = node as Node | null
    const at = positionOf(known?.range?.[0] ?? fallbackOffset)
    if (isAlias(known)) {
      const value = anchors.get(known.source)
      if (!value) report(known, `The alias *${known.source} refers to nothing above it.`)
      return value ?? { kind: 'scalar', at, size: 1, value: null }
    }
    const value = isMap(known)
      ? locateMap(known, at)
      : isSeq(known)
        ? locateList(known, at)
        : ({ kind: 'scalar', at, size: 1, value: isScalar(known) ? plainValue(known) : null } as const)
    // An exploding alias is refused here, before anything walks through its values.
    if (value.size > MAX_VALUES) {
      report(known, `The file has too many values. The limit is ${MAX_VALUES.toLocaleString('en')}, aliases expanded.`)
      throw new Rejected()
    }
    const anchor = known && 'anchor' in known ? known.anchor : undefined
    if (anchor !== undefined) anchors.set(anchor, value)
    return value
  }

  const locateList = (node: YAMLSeq, at: Position): LocatedValue => {
    const items = node.items.map((item) => locate(item, offsetOf(node)))
    return { kind: 'list', at, items, size: items.reduce((sum, { size }) => sum + size, 1) }
  }

  const locateMap = (node: YAMLMap, at: Position): LocatedMap => {
    const own = new Map<string, LocatedEntry>()
    const merged = new Map<string, LocatedEntry>()
    for (const { key, value } of node.items) {
      const keyNode = key as Node | null
      if (!isScalar(keyNode)) {
        report(keyNode ?? node, 'Use text as a key.')
        continue
      }
      const name = keyNode.source ?? String(keyNode.value)
      const entry = { at: positionOf(offsetOf(keyNode)), value: locate(value, offsetOf(keyNode)) }
      if (name === MERGE_KEY) for (const [of, other] of entriesToMerge(keyNode, entry.value)) merged.set(of, other)
      else if (own.has(name)) report(keyNode, `“${name}” is there twice.`)
      else own.set(name, entry)
    }
    for (const [name, entry] of merged) if (!own.has(name)) own.set(name, entry)
    return { kind: 'map', at, entries: own, size: [...own.values()].reduce((sum, { value }) => sum + value.size, 1) }
  }

  /** Of several maps, the first one with a key gives its value. */
  const entriesToMerge = (key: Node, value: LocatedValue): [string, LocatedEntry][] => {
    const maps = value.kind === 'list' ? value.items.toReversed() : [value]
    if (maps.some(({ kind }) => kind !== 'map')) report(key, 'Only maps can be merged with “<<”.')
    return maps.flatMap((map) => (map.kind === 'map' ? [...map.entries] : []))
  }

  try {
    const value = locate(root, 0)
    return errors.length > 0 ? { kind: 'rejected', errors } : { kind: 'value', value }
  } catch (error) {
    if (error instanceof Rejected) return { kind: 'rejected', errors }
    throw error
  }
}

/** Keeps a number or a boolean as written unless that is its usual form: `1.10` and `0644` are not 1.1 and 644. */
const plainValue = ({ value, source }: Scalar): LocatedScalar['value'] => {
  if (value === null || typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean')
    return source === undefined || source === String(value) ? value : source
  return source ?? String(value)
}
