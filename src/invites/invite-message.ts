import type { InviteId } from '../contract/wire/common.ts'

export type InviteMessage =
  /** An invitation link was opened in this tab, now or before a reload. */
  | { type: 'storage/inviteFound'; inviteId: InviteId; secret: string }
  /** The invitee signs in first and then returns. */
  | { type: 'ui/inviteLoginPressed'; inviteId: InviteId; intent: 'login' | 'signup' }
