import type { inviteCalls } from '../../../src/contract/calls/invite-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { inviteMember, resendInvite } from './invite-member.ts'
import { readInvite, readMyInvites } from './read-invites.ts'
import { removeInvite } from './remove-invite.ts'
import { respondToInvite } from './respond-to-invite.ts'
import type { InviteOptions } from './send-invite.ts'

export const inviteHandlers = (options: InviteOptions): Handlers<keyof typeof inviteCalls> => ({
  inviteMember: (context) => inviteMember(options, context),
  removeInvite: (context) => removeInvite(options, context),
  resendInvite: (context) => resendInvite(options, context),
  readInvite: async (context) => ({ invite: await readInvite(options.db, context) }),
  respondToInvite: (context) => respondToInvite(options, context),
  readMyInvites: async (context) => ({ invites: await readMyInvites(options.db, context) }),
})
