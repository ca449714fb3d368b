import type { ConnectionMessage } from '../connections/connection-message.ts'
import { callManifest } from '../contract/call-manifest.ts'
import type { FailedMessage, SucceededMessage } from '../contract/call-message.ts'
import type { CallName, InputOf, MutationName, QueryName, ResponseOf } from '../contract/contract.ts'
import { type KindName, kinds } from '../contract/kinds/kinds.ts'
import { spendQueries } from '../contract/kinds/project-kind.ts'
import type { OrganizationEvent } from '../contract/live.ts'
import { isLogTopic } from '../contract/topics.ts'
import type { Notification } from '../contract/wire/notification.ts'
import { isUncertain } from '../core/failure.ts'
import type { MessageOf } from '../core/message.ts'
import type { RemoteData } from '../core/remote-data.ts'
import { type Connection, isConnected, type LiveMessage } from '../live/live-message.ts'
import type { NotificationMessage } from '../notifications/notification-message.ts'
import { permissionsOf } from '../rules/roles.ts'
import type { SessionMessage } from '../session/session-message.ts'
import { callNameOf, failedTypes, succeededTypes } from './call-types.ts'

/**
 * What makes a query stale, and what a response says about other queries. A mutation names its queries in the contract,
 * where one without `invalidates` does not compile; everything else that makes queries stale stands here.
 */
export const queriesInvalidatedByCall = (name: CallName): readonly QueryName[] => callManifest[name].invalidates ?? []

type KindEvent = `${KindName}${'Created' | 'Changed' | 'Removed'}`

const byOtherEvent: Record<Exclude<OrganizationEvent['kind'], KindEvent>, readonly QueryName[]> = {
  instanceProgressed: [],
  runsChanged: ['readAttention', 'readRuns', 'readRun', 'readJobs', 'readInstanceEvents', ...spendQueries],
  snapshotsChanged: ['readAttention', 'readSnapshots', 'readBackups', 'readQuotas', ...spendQueries],
  organizationChanged: ['readOrganization', 'findOrganization', 'readNotificationConfig', 'readAudit'],
  membersChanged: ['readOrganization', 'readUsersWithRoleGroups', 'readRole', 'readAudit'],
  rolesChanged: ['readRole', 'readAudit'],
  billingDetailsChanged: ['readBillingDetails'],
  paymentMethodsChanged: ['readPaymentMethods'],
  paymentsChanged: ['readPayments', 'readPayment'],
  fundsChanged: ['readOverdue'],
  creditsChanged: ['readBalance', 'readOrganizationCredits', 'readCreditEntries', 'readCredits', 'readReferralCredit'],
  organizationRemoved: ['readProfile'],
  withheld: [],
}

interface KindInvalidation {
  created: readonly QueryName[]
  changed: Readonly<Record<string, readonly QueryName[]>>
  removed: readonly QueryName[]
}

/** A kind whose description names anything but queries does not compile here. */
const describedKinds: readonly { name: KindName; invalidates: KindInvalidation }[] = kinds

type ByChanges = (changes: object) => readonly QueryName[]
const byKindEvent: ReadonlyMap<string, ByChanges> = new Map(
  describedKinds.flatMap(({ name, invalidates: { created, changed, removed } }): [string, ByChanges][] => [
    [`${name}Created`, () => created],
    [`${name}Changed`, (changes) => Object.keys(changes).flatMap((field) => changed[field] ?? [])],
    [`${name}Removed`, () => removed],
  ]),
)

export const queriesInvalidatedByEvent = (event: OrganizationEvent): readonly QueryName[] =>
  byKindEvent.get(event.kind)?.('changes' in event ? event.changes : {}) ??
  // The events of no kind of resource.
  byOtherEvent[event.kind as keyof typeof byOtherEvent]

const bySubject: Record<string, readonly QueryName[]> = {
  security: ['readProfile', 'readFactors', 'readSessions', 'readSecurityLog'],
  repositories: ['readGitAuthorizations', 'readSecurityLog'],
  referral: [
    'readProfile',
    'readReferralCode',
    'readReferrals',
    'readCredits',
    'readReferralCredit',
    'readWithdrawals',
  ],
}

export const queriesInvalidatedByNotification = ({
  additionalData: { subject, payment },
}: Notification): readonly QueryName[] => [
  'readNotifications',
  ...((subject !== undefined && bySubject[subject]) || []),
  ...(payment?.status === 'completed' ? (['readCredits', 'readOrganizationCredits'] as const) : []),
]

/** The same for every caller: a change of user leaves these as they are. */
export const isForEverybody = (name: CallName): boolean => name === 'readConfig' || name === 'readSignIn'

interface KnownQuery {
  name: QueryName
  data: RemoteData<unknown>
}
type IsStale = (query: KnownQuery) => boolean
interface Network {
  online: boolean
  connection: Connection
}

const all: IsStale = () => true
const none: IsStale = () => false
const failed: IsStale = ({ data }) => data.kind === 'failed'
const personal: IsStale = ({ name }) => !isForEverybody(name)
const named =
  (names: readonly QueryName[]): IsStale =>
  ({ name }) =>
    names.includes(name)

type OtherMessage = ConnectionMessage | LiveMessage | NotificationMessage | SessionMessage

const byMessage = {
  'socket/organizationChanged': ({ packets }) =>
    named(packets.flatMap(({ event }) => queriesInvalidatedByEvent(event))),
  // Missed log lines are read by the log view.
  'socket/packetsLost': ({ topic }) => (isLogTopic(topic) ? none : all),
  'socket/watchRejected': () => personal,
  'tab/signedIn': () => personal,
  'storage/tokenFound': () => personal,
  'api/signedIn': () => personal,
  'tab/loginConnected': () => personal,
  'timer/pollDue': (_, { connection }) => (isConnected(connection) ? none : all),
  'socket/onlineChanged': ({ online }) => (online ? failed : none),
  'socket/connectionChanged': ({ connection }) => (isConnected(connection) ? failed : none),
  'sse/notified': ({ notification }) => named(queriesInvalidatedByNotification(notification)),
  'tab/notificationsRead': () => named(['readNotifications']),
} satisfies { [T in OtherMessage['type']]?: (message: MessageOf<OtherMessage, T>, network: Network) => IsStale }

type OtherType = keyof typeof byMessage
type InvalidatingMessage = SucceededMessage | FailedMessage | MessageOf<OtherMessage, OtherType>

export const invalidatingTypes: [InvalidatingMessage['type'], ...InvalidatingMessage['type'][]] = [
  ...succeededTypes,
  ...failedTypes,
  // Exactly the keys of the table.
  ...(Object.keys(byMessage) as OtherType[]),
]

/** Which of the known queries a message makes stale. */
export const staleAfter = (message: InvalidatingMessage, network: Network): IsStale => {
  if (message.type in byMessage)
    // The handler of this message's own type.
    return (byMessage[message.type as OtherType] as (message: object, network: Network) => IsStale)(message, network)
  // A mutation whose response was lost may have been carried out.
  const isDone = !('failure' in message) || (isUncertain(message.failure) && network.online)
  return isDone ? named(queriesInvalidatedByCall(callNameOf(message.type))) : none
}

/** A change of a cached query by the response to a mutation. `change` receives null if nothing is cached, and returns null to change nothing. */
export interface QueryPatch {
  name: QueryName
  input: object
  change(last: unknown): unknown
}

const patch = <N extends QueryName>(
  name: N,
  input: InputOf<N>,
  change: (last: ResponseOf<N> | null) => ResponseOf<N> | null,
  // What is kept under a query's key is that query's response.
): QueryPatch => ({ name, input, change: (last) => change(last as ResponseOf<N> | null) })

const patchBilling = (input: { organizationId: string }, response: ResponseOf<'saveBillingDetails'>): QueryPatch =>
  patch('readBillingDetails', { orgId: input.organizationId }, (last) => last && response)

/** A response that holds all of a query's next value is shown at once, and a new resource is not read again. */
export const patches: { [N in MutationName]?: (input: InputOf<N>, response: ResponseOf<N>) => QueryPatch | null } = {
  createProject: (_, project) => patch('readProject', { id: project._id }, () => ({ project })),
  createInstance: (_, { instance }) => patch('readInstance', { id: instance._id }, () => ({ instance })),
  createClusterInstance: (_, { instance }) => patch('readInstance', { id: instance._id }, () => ({ instance })),
  createBillingDetails: patchBilling,
  saveBillingDetails: patchBilling,
  saveNotificationConfig: ({ id }, response) => patch('readNotificationConfig', { id }, (last) => last && response),
  setRoleGroupPermissions: ({ organizationId, roleGroupName, userId, permissions = null }) =>
    // With a user it gives them the role, and changes no permission of it.
    userId !== undefined
      ? null
      : patch(
          'readRole',
          { orgId: organizationId },
          (last) =>
            last && {
              ...last,
              rolePermissions: {
                ...last.rolePermissions,
                [roleGroupName]: [...permissionsOf(roleGroupName, permissions)],
              },
            },
        ),
}
