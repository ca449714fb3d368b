import type { ServerKind } from '../kinds/server-kind.ts'
import { savedViews } from '../store/schema.ts'

export const savedViewKind = {
  organizationOf: 'select organization_id from saved_view where id = $1',
  table: savedViews,
  // Names are written for members.
  visitors: 'hidden',
} satisfies ServerKind<'savedView'>
