import type { ServerKind } from '../../kinds/server-kind.ts'
import { variableGroups } from '../../store/schema.ts'

export const variableGroupKind = {
  organizationOf: 'select organization_id from variable_group where id = $1',
  table: variableGroups,
  // Names of variables are private.
  visitors: 'hidden',
} satisfies ServerKind<'variableGroup'>
