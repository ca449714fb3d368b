import { Composer, LineCounter } from 'yaml'
import { locateValues } from './locate-values.ts'
import { type LocatedValue, type Problem, problemAt } from './located-value.ts'
import { readTokens } from './read-tokens.ts'

export type ParsedYaml = { kind: 'value'; value: LocatedValue } | { kind: 'problems'; problems: Problem[] }

const MAX_PROBLEMS = 20

/** Parses a file of one document. Safe for text of any origin: its size, depth and aliases are limited. */
export const parseYaml = (text: string): ParsedYaml => {
  const lines = new LineCounter()
  const positionOf = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const reject = (found: readonly { offset: number; message: string }[]): ParsedYaml => ({
    kind: 'problems',
    problems: found.slice(0, MAX_PROBLEMS).map(({ offset, message }) => problemAt(positionOf(offset), '', message)),
  })

  const read = readTokens(text, lines)
  if ('message' in read) return reject([read])
  // Keys are compared in `locateValues`: the library compares each key with all others.
  const composer = new Composer({ uniqueKeys: false, version: '1.2', schema: 'core', prettyErrors: false })
  const documents = [...composer.compose(read.tokens, true, text.length)]
  const errors = documents.flatMap(({ errors }) => errors)
  if (errors.length > 0) return reject(errors.map(({ pos, message }) => ({ offset: pos[0], message })))
  const [first, second] = documents
  if (second) return reject([{ offset: second.range[0], message: 'Use one document. Remove the line “---”.' }])
  const located = locateValues(first?.contents ?? null, positionOf)
  return located.kind === 'rejected' ? reject(located.errors) : located
}
