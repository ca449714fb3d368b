import type { AlertMessage } from '../../../src/contract/wire/alerts/alert-message.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'

/** Where the messages of rules go besides the console and mails. */
export interface AlertChannels {
  /** Rejects channels of another organisation. */
  check(tx: Tx, organizationId: OrganizationId, channelIds: readonly string[]): Promise<void>
  /** Stores a delivery for each channel in the transaction that changes an incident. */
  enqueue(
    tx: Tx,
    delivery: { organizationId: OrganizationId; channelIds: readonly string[]; message: AlertMessage },
  ): Promise<void>
}
