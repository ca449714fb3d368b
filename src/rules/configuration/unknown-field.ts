import { closest, distance } from 'fastest-levenshtein'

const MAX_DISTANCE = 2

/** `Unknown field “imgae”. Did you mean “image”?` */
export const unknownFieldMessage = (name: string, known: readonly string[]): string => {
  const shown = name.length > 60 ? `${name.slice(0, 60)}…` : name
  const near = name.length > 60 ? undefined : nearestOf(name, known)
  return `Unknown field “${shown}”.${near === undefined ? '' : ` Did you mean “${near}”?`}`
}

const nearestOf = (name: string, known: readonly string[]): string | undefined => {
  if (known.length === 0) return undefined
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_]/g, '')
  const near = closest(plain(name), known.map(plain))
  const found = known.find((other) => plain(other) === near)
  return distance(plain(name), near) <= MAX_DISTANCE ? found : undefined
}
