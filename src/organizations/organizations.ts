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

/** The signed-in user, their organisations, and the one that is open in this tab. */
export interface Organizations {
  user: User | null
  /** The username in the path, whether or not such an organisation exists. */
  username: string | null
  /** The id of the last selected organisation, for pages without one in the path. */
  lastSelected: string | null
  /** The public organisation that a visitor has open. */
  visited: Organization | null
  /** A message about the last organisation that was deleted or that the user was removed from. */
  removalMessage: string | null
}

const none: Organizations = { user: null, username: null, lastSelected: null, visited: null, removalMessage: null }

const forget = (state: Organizations): Organizations => ({ ...none, username: state.username })

const replace = ({ user }: Draft<Organizations>, organization: Organization): undefined => {
  if (!user) return
  user.organizations = user.organizations.map((known) => (known._id === organization._id ? organization : known))
}

/** Returns a message if the user was removed from an organisation. */
const removalMessageOf = ({ user, removalMessage }: Organizations, next: User): string | null => {
  const gone = user?._id === next._id && user.organizations.find((known) => !next.organizations.some(isSame(known)))
  return gone ? `You are no longer a member of ${gone.profile.name}.` : removalMessage
}

const isSame =
  ({ _id }: Pick<Organization, '_id'>) =>
  (other: Organization) =>
    other._id === _id

/** Removes an organisation that was deleted or that the user left. */
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
    draft.removalMessage = removalMessageOf(draft, response.user)
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
    draft.removalMessage = null
    draft.lastSelected = response.organization._id
  },
  'api/saveOrganization.succeeded': (draft, { response }) => replace(draft, response.organization),
  'api/setPublicAccess.succeeded': (draft, { response }) => replace(draft, response.organization),
  'api/deleteOrganization.succeeded': (draft, { input }) => remove(draft, input.id),
  'api/removeMember.succeeded': (draft, { input }) => {
    if (input.userId === draft.user?._id) remove(draft, input.id)
  },
  // The dashboard that opens is the one of the joined organisation.
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
      draft.removalMessage = `${known.profile.name} was deleted.`
      remove(draft, organizationId)
    }
  },
  'ui/organizationOpened': (draft, { username }) => {
    draft.username = username
    draft.removalMessage = null
    select(draft, username)
  },
  'ui/organizationSelected': (draft, { username }) => {
    draft.username = null
    select(draft, username)
  },
  // Without an organisation in the path, the last selection of any tab applies.
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

export const selectRemovalMessage = (state: State): string | null => state.organizations.removalMessage

/** Returns the organisation in the path, else the last selected, else the first one. */
export const selectOrganization = (state: State): Organization | null => {
  const { user, username, lastSelected } = state.organizations
  const all = user?.organizations ?? []
  return (
    all.find((known) => known.profile.username === username) ??
    all.find((known) => known._id === lastSelected) ??
    all[0] ??
    null
  )
}

export const selectOrganizationNamed =
  (username: string) =>
  (state: State): Organization | null =>
    state.organizations.user?.organizations.find((known) => known.profile.username === username) ?? null

/** Returns the organisation of a page: one of the user's own, or the visited public one. */
export const selectPageOrganization =
  (username: string) =>
  (state: State): Organization | null => {
    const { visited } = state.organizations
    return selectOrganizationNamed(username)(state) ?? (visited?.profile.username === username ? visited : null)
  }
