import type { InputOf } from '../../../src/contract/contract.ts'
import { fieldError } from '../../http/field-error.ts'
import type { GroupValues } from './group-values.ts'

type Given = InputOf<'updateVariableGroup'>['variables']

/** Returns the values of a group after a change. One that is left out is kept; a secret is never made readable. */
export const mergeGroupValues = (given: Given, before: GroupValues): GroupValues =>
  given.map(({ name, value, isSecret = false }, at) => {
    const kept = before.find((variable) => variable.name === name && (isSecret || !variable.isSecret))
    const merged = value ?? kept?.value
    if (merged === undefined) throw fieldError(`variables.${at}.value`, 'Required.')
    return { name, value: merged, isSecret }
  })
