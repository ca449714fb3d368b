import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../../session/derived-key.ts'
import type { InviteRow } from './invite-wire.ts'

type Sending = Pick<InviteRow, 'id' | 'sentAt'>

/**
 * Returns the secret of one sending, derived from the installation's secret, so that it is not stored until it is
 * mailed.
 */
export const inviteSecretOf = (secret: string, { id, sentAt }: Sending): string =>
  createHmac('sha256', derivedKey(secret, 'invites')).update(`${id}/${sentAt.getTime()}`).digest('base64url')

export const hashOf = (inviteSecret: string): string => createHash('sha256').update(inviteSecret).digest('hex')

export const isSecretOf = (invite: Pick<InviteRow, 'secretHash'>, given: string | undefined): boolean =>
  given !== undefined && timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(invite.secretHash))
