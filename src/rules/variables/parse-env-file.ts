export interface EnvEntry {
  name: string
  value: string
  line: number
}

export interface EnvProblem {
  line: number
  message: string
}

export interface EnvFile {
  entries: EnvEntry[]
  /** Lines that are no variables. */
  problems: EnvProblem[]
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const NAME_RULE = 'use letters, digits and underscores, and start with a letter or an underscore'
const MAX_SHOWN = 60

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\', $: '$' }

const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

/** Reads up to the closing quote; undefined if there is none. */
const readQuoted = (text: string, from: number): { value: string; end: number } | undefined => {
  const quote = text[from]
  let value = ''
  for (let at = from + 1; at < text.length; at += 1) {
    const character = text[at] ?? ''
    if (character === quote) return { value, end: at + 1 }
    const escaped = quote === '"' && character === '\\' ? escapes[text[at + 1] ?? ''] : undefined
    value += escaped ?? character
    if (escaped !== undefined) at += 1
  }
  return undefined
}

/** A `#` begins a comment only after a space, so that a value may contain one. */
const withoutComment = (text: string): string => {
  const comment = /\s#/.exec(text)
  return (comment ? text.slice(0, comment.index) : text).trim()
}

/**
 * Parses the text of a .env file as Docker Compose does: comments, `export`, quotes over several lines, escapes in
 * double quotes. Variables within values are not replaced.
 */
export const parseEnvFile = (given: string): EnvFile => {
  const text = given.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const entries: EnvEntry[] = []
  const problems: EnvProblem[] = []
  let line = 1
  for (let at = 0; at < text.length; ) {
    const end = endOfLine(text, at)
    const source = text.slice(at, end)
    const next = readLine(source, at)
    const read = text.slice(at, next)
    at = Math.max(next, end) + 1
    line += read.split('\n').length
  }
  return { entries, problems }

  /** Returns where the variable ends, which may be lines below. */
  function readLine(source: string, start: number): number {
    const end = start + source.length
    if (source.trim() === '' || source.trimStart().startsWith('#')) return end
    const equals = source.indexOf('=')
    if (equals < 0) return fail(end, `“${shortened(source.trim())}” is not a variable. Write NAME=value.`)
    const name = source
      .slice(0, equals)
      .trim()
      .replace(/^export\s+/, '')
    const value = source.slice(equals + 1)
    const from = end - value.trimStart().length
    const isQuoted = /^["'`]/.test(value.trimStart())
    if (!isQuoted) return add(name, withoutComment(value), end)
    const quoted = readQuoted(text, from)
    if (!quoted) return fail(end, `The quote of ${shortened(name)} is not closed.`)
    const lineEnd = endOfLine(text, quoted.end)
    const rest = text.slice(quoted.end, lineEnd).trim()
    if (rest !== '' && !rest.startsWith('#'))
      return fail(lineEnd, `Text follows the closing quote of ${shortened(name)}.`)
    return add(name, quoted.value, lineEnd)
  }

  function add(name: string, value: string, end: number): number {
    if (!NAME.test(name)) return fail(end, `“${shortened(name)}” is not a name: ${NAME_RULE}.`)
    entries.push({ name, value, line })
    return end
  }

  function fail(end: number, message: string): number {
    problems.push({ line, message })
    return end
  }
}

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
