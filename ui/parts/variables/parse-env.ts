export type Variable = { name: string; value: string }

const line = /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=(.*)$/

const unquoted = (raw: string): string => {
  const text = raw.trim()
  const quote = text[0]
  const end = quote === '"' || quote === "'" || quote === '`' ? text.indexOf(quote, 1) : -1
  if (end < 1) return text.replace(/(?<!\s)\s+#.*$/s, '')
  const inner = text.slice(1, end)
  return quote === '"' ? inner.replaceAll('\\n', '\n').replaceAll('\\"', '"') : inner
}

/** Parses .env text; lines that are not variables are skipped. */
export const parseEnv = (text: string): Variable[] =>
  text.split(/\r?\n/).flatMap((source) => {
    const found = line.exec(source)
    return found?.[1] ? [{ name: found[1], value: unquoted(found[2] ?? '') }] : []
  })
