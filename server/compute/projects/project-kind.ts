import type { ServerKind } from '../../kinds/server-kind.ts'
import { projects } from '../../store/schema.ts'

export const projectKind = {
  organizationOf: 'select organization_id from project where id = $1',
  table: projects,
  // Payments are not public.
  visitors: { topupReport: () => null },
} satisfies ServerKind<'project'>
