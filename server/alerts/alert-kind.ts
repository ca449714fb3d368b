import type { ServerKind } from '../kinds/server-kind.ts'
import { alerts } from '../store/schema.ts'

export const alertKind = {
  organizationOf: 'select organization_id from alert where id = $1',
  table: alerts,
  // Thresholds, patterns and incidents are about how the organisation works.
  visitors: 'hidden',
} satisfies ServerKind<'alert'>
