import type { ServerKind } from '../../kinds/server-kind.ts'
import { clusters } from '../../store/schema.ts'

export const clusterKind = {
  organizationOf: 'select organization_id from cluster where id = $1',
  table: clusters,
  // Payments are not public.
  visitors: { topupReport: () => null },
} satisfies ServerKind<'cluster'>
