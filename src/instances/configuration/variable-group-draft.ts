import * as v from 'valibot'
import { variableGroupCalls } from '../../contract/calls/compute/variable-group-calls.ts'
import type { VariableGroup } from '../../contract/wire/project/variable-group.ts'
import { fieldMessage } from '../../rules/validation/field-message.ts'
import type { VariableDraft } from './service-draft.ts'
import { isBlankVariable } from './typed-configuration.ts'

/** A variable group as it is typed. */
export interface GroupDraft {
  name: string
  variables: VariableDraft[]
}

export const groupDraft = (group: VariableGroup | null): GroupDraft => ({
  name: group?.name ?? '',
  variables: (group?.variables ?? []).map((variable) => ({ ...variable, value: null, isSaved: true })),
})

export const typedGroup = ({ name, variables }: GroupDraft) => ({
  name,
  variables: variables
    .filter((variable) => !isBlankVariable(variable))
    .map(({ name: variableName, value, isSecret }) => ({
      name: variableName,
      isSecret,
      ...(value !== null && { value }),
    })),
})

/** Returns what is wrong with a group, by the field: `name`, `variables`, or `variables.0.name` with the form's position. */
export const groupErrors = (draft: GroupDraft): Readonly<Record<string, string>> => {
  const read = v.safeParse(variableGroupCalls.createVariableGroup.body, typedGroup(draft))
  const issues = (read.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', fieldMessage(issue)] as const)
  return groupErrorsByField(
    issues.map(([field, message]) => ({ field, message })),
    draft,
  )
}

/** Blank rows are not sent, so that the rows of a request and of the form have different positions. */
export const groupErrorsByField = (
  errors: readonly { field: string; message: string }[],
  { variables }: GroupDraft,
): Readonly<Record<string, string>> => {
  const sent = variables.flatMap((variable, at) => (isBlankVariable(variable) ? [] : [at]))
  return Object.fromEntries(
    errors.map(({ field, message }) => {
      const [list, at, ...rest] = field.split('.')
      return [at === undefined ? field : [list, sent[Number(at)] ?? at, ...rest].join('.'), message]
    }),
  )
}
