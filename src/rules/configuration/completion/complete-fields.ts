import type { Fields, Form } from '../codec.ts'
import { fileFields } from '../configuration-file.ts'

export interface Completions {
  /** Where the word begins that they complete. */
  from: number
  options: { label: string; description: string }[]
}

/** The dashes of list items stand before a key, so that they count as its indentation. */
const typedKey = /^(\s*(?:- +)*)([A-Za-z]*)$/
const keyOfLine = /^(\s*(?:- +)*)([\w.-]+)\s*:/
/** Lines above the cursor that are searched for its parents. */
const MAX_LINES = 2000

/** Returns the fields of a configuration file that can stand at the end of the given text. */
export const completeFields = (before: string): Completions | null => {
  const lines = before.split('\n')
  const line = lines.pop() ?? ''
  const [, indent, word] = typedKey.exec(line) ?? []
  if (indent === undefined || word === undefined) return null
  const fields = fieldsAt(parentsOf(lines.slice(-MAX_LINES), indent.length))
  if (!fields) return null
  const options = Object.entries(fields).map(([label, { description }]) => ({ label, description }))
  return { from: before.length - word.length, options }
}

/** Returns the keys that a line with this indentation stands below, the outermost first. */
const parentsOf = (lines: readonly string[], indent: number): string[] => {
  const parents: string[] = []
  let column = indent
  for (const line of lines.toReversed()) {
    const [, before, key] = keyOfLine.exec(line) ?? []
    if (before === undefined || key === undefined || before.length >= column) continue
    parents.unshift(key)
    column = before.length
  }
  return parents
}

const itemForm = (form: Form | undefined): Form | undefined => (form?.kind === 'list' ? itemForm(form.of) : form)

const fieldsAt = (path: readonly string[]): Fields | null => {
  let form: Form | undefined = { kind: 'map', fields: fileFields }
  for (const key of path) {
    const parent: Form | undefined = itemForm(form)
    if (parent?.kind === 'named') form = { kind: 'map', fields: parent.fields }
    else form = parent?.kind === 'map' && Object.hasOwn(parent.fields, key) ? parent.fields[key]?.codec.form : undefined
  }
  const found = itemForm(form)
  return found?.kind === 'map' ? found.fields : null
}
