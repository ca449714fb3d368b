import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { Organization, User } from '../contract/wire/account.ts'
import { isNotFound } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import type { LocationMessage } from '../navigation/location-message.ts'
import { reservedUsernames } from '../rules/usernames.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { OrganizationMessage } from './organization-message.ts'

/** The signed-in person, the organisations that are theirs, and the one that this tab is in. */
export interface Organizations {
  user: User | null
  /** The username that the path names, whether or not there is such an organisation. */
  username: string | null
  /** The id kept from before, for pages whose path names none. */
  lastSelected: string | null
  /** The public organisation that is looked at. */
  visited: Organization | null
  /** The last one that was lost without doing anything, in words. */
  lost: string | null
}

const none: Organizations = { user: null, username: null, lastSelected: null, visited: null, lost: null }

const forget = (state: Organizations): Organizations => ({ ...none, username: state.username })

const replace = ({ user }: Draft<Organizations>, organization: Organization): undefined => {
  if (!user) return
  user.organizations = user.organizations.map((known) => (known._id === organization._id ? organization : known))
}

/** Of those that were this user's, one that is no more: somebody took them out. */
const noticeLost = ({ user, lost }: Organizations, next: User): string | null => {
  const gone = user?._id === next._id && user.organizations.find((known) => !next.organizations.some(isSame(known)))
  return gone ? `You are no longer a member of ${gone.profile.name}.` : lost
}

const isSame =
  ({ _id }: Pick<Organization, '_id'>) =>
  (other: Organization) =>
    other._id === _id

/** Gone, or not this person's any more. */
const remove = (draft: Draft<Organizations>, id: string): undefined => {
  if (draft.user) draft.user.organizations = draft.user.organizations.filter((known) => known._id !== id)
  if (draft.lastSelected === id) draft.lastSelected = null
}

const select = (draft: Draft<Organizations>, username: string): undefined => {
  const selected = draft.user?.organizations.find((known) => known.profile.username === username)
  if (selected) draft.lastSelected = selected._id
}

type HandledMessage = CallMessage | SessionMessage | LiveMessage | LocationMessage | OrganizationMessage

export const organizations = slice<Organizations, HandledMessage>(none, {
  'api/readProfile.succeeded': (draft, { response }) => {
    draft.lost = noticeLost(draft, response.user)
    draft.user = response.user
  },
  'api/saveProfile.succeeded': (draft, { response }) => {
    draft.user = response.user
  },
  'api/completeOnboarding.succeeded': (draft, { response }) => {
    draft.user = response.user
  },
  'api/savePreferences.succeeded': (draft, { response }) => {
    draft.user = response.user
  },
  'api/createOrganization.succeeded': (draft, { response }) => {
    draft.user?.organizations.push(response.organization)
    draft.lost = null
    draft.lastSelected = response.organization._id
  },
  'api/saveOrganization.succeeded': (draft, { response }) => replace(draft, response.organization),
  'api/setPublicAccess.succeeded': (draft, { response }) => replace(draft, response.organization),
  'api/deleteOrganization.succeeded': (draft, { input }) => remove(draft, input.id),
  'api/removeMember.succeeded': (draft, { input }) => {
    if (input.userId === draft.user?._id) remove(draft, input.id)
  },
  // Its profile is read again by then; the dashboard that opens is this one's.
  'api/respondToInvite.succeeded': (draft, { input, response }) => {
    if (response.status !== 'accepted') return
    draft.lastSelected = input.orgId
    draft.username = null
  },
  'socket/organizationChanged': (draft, { organizationId, packets }) => {
    const known = draft.user?.organizations.find(({ _id }) => _id === organizationId)
    if (!known) return
    for (const { event } of packets) {
      if (event.kind === 'organizationChanged') Object.assign(known, event.organization)
      if (event.kind !== 'organizationRemoved') continue
      draft.lost = `${known.profile.name} was deleted.`
      remove(draft, organizationId)
    }
  },
  'ui/organizationOpened': (draft, { username }) => {
    draft.username = username
    draft.lost = null
    select(draft, username)
  },
  'ui/organizationSelected': (draft, { username }) => {
    draft.username = null
    select(draft, username)
  },
  // Where the path names none, what was selected last counts, in whichever tab that was.
  'location/changed': (draft, { path }) => {
    if (reservedUsernames.has(path.split('/')[1] ?? '')) draft.username = null
  },
  'api/findOrganization.succeeded': (draft, { response }) => {
    draft.visited = response.organization
  },
  'api/findOrganization.failed': (draft, { failure }) => {
    if (isNotFound(failure)) draft.visited = null
  },
  'storage/organizationFound': (draft, { id }) => {
    draft.lastSelected = id
  },
  'tab/organizationSelected': (draft, { id }) => {
    draft.lastSelected = id
  },
  ...resetOnUserChange(forget),
})

type State = { organizations: Organizations }

export const selectUser = (state: State): User | null => state.organizations.user

export const selectLostOrganization = (state: State): string | null => state.organizations.lost

/** The organisation that the path names, or else the one selected last, or else the first. */
export const selectOrganization = (state: State): Organization | null => {
  const { user, username, lastSelected } = state.organizations
  const all = user?.organizations ?? []
  return (
    all.find((known) => known.profile.username === username) ??
    all.find((known) => known._id === lastSelected) ??
    all.find((known) => known._id === user?.defaultOrganization) ??
    all[0] ??
    null
  )
}

export const selectOrganizationNamed =
  (username: string) =>
  (state: State): Organization | null =>
    state.organizations.user?.organizations.find((known) => known.profile.username === username) ?? null

/** The organisation that a page is of: one's own, or the public one that is looked at. */
export const selectPageOrganization =
  (username: string) =>
  (state: State): Organization | null => {
    const { visited } = state.organizations
    return selectOrganizationNamed(username)(state) ?? (visited?.profile.username === username ? visited : null)
  }
