/** Arguments that a line cannot hold as they are. */
const needsQuotes = (argument: string): boolean =>
  /[\n\r]/.test(argument) || argument.trim() === '' || argument.startsWith('"')

const unquoted = (line: string): string => {
  if (!line.startsWith('"')) return line
  try {
    const read: unknown = JSON.parse(line)
    return typeof read === 'string' ? read : line
  } catch {
    return line
  }
}

/** Returns one argument per line; one with line breaks, or an empty one, as a JSON string. */
export const linesOf = (items: readonly string[] | null): string =>
  (items ?? []).map((item) => (needsQuotes(item) ? JSON.stringify(item) : item)).join('\n')

export const linesIn = (typed: string): string[] | null => {
  const lines = typed.split('\n').filter((line) => line.trim() !== '')
  return lines.length === 0 ? null : lines.map(unquoted)
}
