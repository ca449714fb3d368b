import type { ServerKind } from '../../kinds/server-kind.ts'
import { drains } from '../../store/schema.ts'

export const drainKind = {
  organizationOf: 'select organization_id from drain where id = $1',
  table: drains,
  // Addresses of receivers are private.
  visitors: 'hidden',
} satisfies ServerKind<'drain'>
