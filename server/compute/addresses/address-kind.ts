import type { ServerKind } from '../../kinds/server-kind.ts'
import { addresses } from '../../store/schema.ts'

export const addressKind = {
  organizationOf: 'select organization_id from address where id = $1',
  table: addresses,
  // Names describe private data.
  visitors: 'hidden',
} satisfies ServerKind<'address'>
