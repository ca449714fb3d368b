import { slice } from '../core/slice.ts'
import type { SessionMessage } from '../session/session-message.ts'
import { resetOnUserChange } from '../session/session-message.ts'
import type { FailedInvite, TeamMessage } from './team-message.ts'

/** The state of bulk actions on members and invitations. */
export interface Team {
  isInviting: boolean
  /** The results of the last batch of invitations. */
  sentInvites: readonly string[]
  failedInvites: readonly FailedInvite[]
  isRemoving: boolean
}

const none: Team = { isInviting: false, sentInvites: [], failedInvites: [], isRemoving: false }

export const team = slice<Team, TeamMessage | SessionMessage>(none, {
  'ui/membersInvited': (draft) => {
    draft.isInviting = true
    draft.sentInvites = []
    draft.failedInvites = []
  },
  'api/invitesSettled': (draft, { sent, failed }) => {
    draft.isInviting = false
    draft.sentInvites = [...sent]
    draft.failedInvites = [...failed]
  },
  'ui/membersRemoved': (draft) => {
    draft.isRemoving = true
  },
  'api/removalsSettled': (draft) => {
    draft.isRemoving = false
  },
  ...resetOnUserChange(() => none),
})

export const selectTeam = (state: { team: Team }): Team => state.team
