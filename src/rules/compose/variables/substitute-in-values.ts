import { type LocatedEntry, type LocatedValue, type Problem, problemAt } from '../../yaml/located-value.ts'
import { substituteVariables, type Variables } from './substitute-variables.ts'

/** Replaces the variables in all values of a file. Keys are left as they are. */
export const substituteInValues = (
  root: LocatedValue,
  variables: Variables,
  { problems, notes }: { problems: Problem[]; notes: Problem[] },
): LocatedValue => {
  // A value that several aliases share is replaced once.
  const known = new Map<LocatedValue, LocatedValue>()
  const replace = (value: LocatedValue, field: string): LocatedValue => {
    const replaced = known.get(value) ?? replaceNew(value, field)
    known.set(value, replaced)
    return replaced
  }
  const child = (field: string, name: string | number) => (field === '' ? String(name) : `${field}.${name}`)

  const replaceNew = (value: LocatedValue, field: string): LocatedValue => {
    if (value.kind === 'list')
      return { ...value, items: value.items.map((item, at) => replace(item, child(field, at))) }
    if (value.kind === 'map') {
      const entries = [...value.entries].map(([name, entry]): [string, LocatedEntry] => [
        name,
        { ...entry, value: replace(entry.value, child(field, name)) },
      ])
      return { ...value, entries: new Map(entries) }
    }
    if (typeof value.value !== 'string' || !value.value.includes('$')) return value
    const { text, unset, errors } = substituteVariables(value.value, variables)
    for (const message of errors) problems.push(problemAt(value.at, field, message))
    for (const name of unset) notes.push(problemAt(value.at, field, `${name} is not set. Nothing is inserted.`))
    return { ...value, value: text }
  }
  return replace(root, '')
}
