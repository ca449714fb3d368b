import type { ServerKind } from '../../kinds/server-kind.ts'
import { alertChannels } from '../../store/schema.ts'

export const alertChannelKind = {
  organizationOf: 'select organization_id from alert_channel where id = $1',
  table: alertChannels,
  // Addresses of other systems are private.
  visitors: 'hidden',
} satisfies ServerKind<'alertChannel'>
