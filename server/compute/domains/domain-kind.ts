import type { ServerKind } from '../../kinds/server-kind.ts'
import { domains } from '../../store/schema.ts'

export const domainKind = {
  organizationOf: 'select organization_id from domain where id = $1',
  table: domains,
  // Its records prove the name.
  visitors: 'hidden',
} satisfies ServerKind<'domain'>
