import type { VariableGroup } from '../../../src/contract/wire/project/variable-group.ts'
import { ApiError } from '../../http/api-error.ts'
import type { variableGroups } from '../../store/schema.ts'

export type VariableGroupRow = typeof variableGroups.$inferSelect

export const variableGroupWire = (row: VariableGroupRow | undefined): VariableGroup => {
  if (!row) throw new ApiError('notFound')
  const { id, sealed: _, createdAt, updatedAt, ...fields } = row
  return { _id: id, ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
