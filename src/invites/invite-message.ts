import type { InviteId } from '../contract/wire/common.ts'

export type InviteMessage =
  /** The link of an invitation was opened in this tab, now or before it was loaded again. */
  | { type: 'storage/inviteFound'; inviteId: InviteId; secret: string }
  /** Who is invited signs in first, and comes back. */
  | { type: 'ui/inviteLoginPressed'; inviteId: InviteId; intent: 'login' | 'signup' }
