import type { VariableDraft } from './service-draft.ts'
import { isBlankVariable } from './typed-configuration.ts'

type Pasted = Pick<VariableDraft, 'name' | 'isSecret'> & { value: string }

/** Adds pasted variables. One that exists keeps its place and gets the new value. */
export const withPastedVariables = (
  variables: readonly VariableDraft[],
  pasted: readonly Pasted[],
): VariableDraft[] => {
  const byName = new Map<string, VariableDraft>()
  for (const variable of variables) if (!isBlankVariable(variable)) byName.set(variable.name, variable)
  for (const { name, value, isSecret } of pasted) {
    const { isSaved = false } = byName.get(name) ?? {}
    byName.set(name, { name, value, isSecret, isSaved })
  }
  return [...byName.values()]
}
