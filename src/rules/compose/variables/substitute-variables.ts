/** Values by name; a name without a value is not set. */
export type Variables = Readonly<Record<string, string | undefined>>

export interface Substituted {
  text: string
  /** Names without a value, for which nothing was inserted. */
  unset: string[]
  /** Why the text cannot be used. */
  errors: string[]
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const OPERATOR = /:?[-?+]/y
const MAX_DEPTH = 10
const MAX_LENGTH = 1_000_000

/** Replaces `$NAME`, `${NAME}` and `${NAME:-default}` as Docker Compose does; `$$` stands for a dollar sign. */
export const substituteVariables = (given: string, variables: Variables): Substituted => {
  const unset: string[] = []
  const errors: string[] = []
  let at = 0

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const [found] = pattern.exec(given) ?? []
    at += found?.length ?? 0
    return found
  }
  const lookUp = (name: string): string | undefined => (Object.hasOwn(variables, name) ? variables[name] : undefined)

  /** Reads to the end, or to the brace that closes a default. */
  const readText = (depth: number, isUsed: boolean): string => {
    let text = ''
    while (at < given.length && !(depth > 0 && given[at] === '}')) {
      if (given[at] !== '$') text += given[at++]
      else {
        at += 1
        text += readReference(depth, isUsed)
      }
      if (text.length > MAX_LENGTH) {
        errors.push('The value is too long after its variables are replaced.')
        at = given.length
      }
    }
    return text
  }

  const readReference = (depth: number, isUsed: boolean): string => {
    if (given[at] === '$') {
      at += 1
      return '$'
    }
    if (given[at] !== '{') {
      const name = match(NAME)
      return name === undefined ? '$' : insert(name, isUsed)
    }
    at += 1
    const name = match(NAME)
    if (name === undefined || depth >= MAX_DEPTH) return stop(`Write a variable as \${NAME} and a dollar sign as $$.`)
    const operator = match(OPERATOR)
    const value = lookUp(name)
    const isSet = value !== undefined && !(operator?.startsWith(':') && value === '')
    const isRestUsed = isUsed && (operator?.endsWith('+') ? isSet : !isSet)
    const rest = operator === undefined ? '' : readText(depth + 1, isRestUsed)
    if (given[at] === '.') return stop(`Variables of Compose have no dots. Write $\${${name}.…} to have it literally.`)
    if (given[at] !== '}') return stop(`A brace is missing after \${.`)
    at += 1
    if (operator === undefined) return insert(name, isUsed)
    if (operator.endsWith('+')) return isSet ? rest : ''
    if (operator.endsWith('?') && !isSet && isUsed) errors.push(`${name} is required${rest && `: ${rest}`}.`)
    return isSet ? (value ?? '') : operator.endsWith('?') ? '' : rest
  }

  const insert = (name: string, isUsed: boolean): string => {
    const value = lookUp(name)
    if (value === undefined && isUsed) unset.push(name)
    return value ?? ''
  }
  const stop = (message: string): string => {
    errors.push(message)
    at = given.length
    return ''
  }

  return { text: readText(0, true), unset, errors }
}

/** Writes text so that no variable is found in it. */
export const withoutVariables = (text: string): string => text.replaceAll('$', '$$$$')
