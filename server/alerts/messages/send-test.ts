import type { UserId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import type { AlertRow } from '../rules/alert-wire.ts'
import { type Informers, inform } from './inform.ts'
import { messageOf } from './message-of.ts'

export async function sendTest(tx: Tx, informers: Informers, alert: AlertRow, userId: UserId): Promise<void> {
  const message = await messageOf(tx, informers.publicUrl, { kind: 'test', alert, incidents: [] })
  await inform(tx, informers, alert, message, userId)
}
