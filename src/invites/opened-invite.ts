import * as v from 'valibot'
import { inviteId } from '../contract/wire/common.ts'
import { inviteSecret } from '../contract/wire/invite.ts'
import { slice } from '../core/slice.ts'
import type { SessionMessage } from '../session/session-message.ts'
import type { InviteMessage } from './invite-message.ts'

/** The format in this tab's storage. */
export const openedInviteSchema = v.object({ inviteId, secret: inviteSecret })
export type OpenedInvite = v.InferOutput<typeof openedInviteSchema>

/** The invitation whose link was opened last. It is kept during sign-in, which it may require. */
export const openedInvite = slice<{ invite: OpenedInvite | null }, SessionMessage | InviteMessage>(
  { invite: null },
  {
    'storage/inviteFound': (_, { inviteId: id, secret }) => ({ invite: { inviteId: id, secret } }),
    'ui/signOutPressed': () => ({ invite: null }),
    'tab/signedOut': () => ({ invite: null }),
    'api/sessionEnded': () => ({ invite: null }),
  },
)

export const selectInviteSecret =
  (id: string) =>
  (state: { openedInvite: { invite: OpenedInvite | null } }): string | undefined =>
    state.openedInvite.invite?.inviteId === id ? state.openedInvite.invite.secret : undefined
