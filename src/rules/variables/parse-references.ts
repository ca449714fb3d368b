/** A piece of a value: text as it is, a reference to a value of a service, or one that is written wrongly. */
export type ValuePart =
  | { kind: 'text'; text: string }
  | { kind: 'reference'; service: string; variable: string }
  | { kind: 'invalid'; text: string }

/** Bounded, so that matching takes linear time. */
const token = /\$\$\{|\$\{([^${}]{0,300})\}/g
const reference = /^([a-z][a-z0-9-]*)\.([A-Za-z_][A-Za-z0-9_]*)$/

/**
 * Splits a value at its references, such as `${db.PASSWORD}`. `$${` stands for the characters `${`. What has no dot is
 * no reference: programs replace `${HOME}` and the like themselves.
 */
export const parseReferences = (value: string): ValuePart[] => {
  const parts: ValuePart[] = []
  const addText = (text: string) => {
    const last = parts.at(-1)
    if (last?.kind === 'text') last.text += text
    else if (text !== '') parts.push({ kind: 'text', text })
  }
  let end = 0
  for (const found of value.matchAll(token)) {
    const [written, target] = found
    addText(value.slice(end, found.index))
    end = found.index + written.length
    if (target === undefined) addText('${')
    else if (!target.includes('.')) addText(written)
    else {
      const [, service, variable] = reference.exec(target) ?? []
      if (service === undefined || variable === undefined) parts.push({ kind: 'invalid', text: written })
      else parts.push({ kind: 'reference', service, variable })
    }
  }
  addText(value.slice(end))
  return parts
}

/** Returns what a value refers to, such as `db.PASSWORD`, each once. */
export const referencesIn = (value: string): string[] => [
  ...new Set(
    parseReferences(value).flatMap((part) => (part.kind === 'reference' ? [`${part.service}.${part.variable}`] : [])),
  ),
]
