import type { ServerKind } from '../../kinds/server-kind.ts'
import { volumes } from '../../store/schema.ts'

export const volumeKind = {
  organizationOf: 'select organization_id from volume where id = $1',
  table: volumes,
  // Names, paths and sizes describe private data.
  visitors: 'hidden',
} satisfies ServerKind<'volume'>
