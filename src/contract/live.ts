import * as v from 'valibot'
import { kindEvents } from './kinds/kind-events.ts'
import type { KindName } from './kinds/kinds.ts'
import { instanceId, projectId, UUID } from './wire/common.ts'
import { publishedOrganization } from './wire/organization.ts'

/**
 * The socket's protocol, in both directions. A topic is a stream of packets, each with a sequence number; a packet with
 * several items has its first number in `first`, which is one more than the number of the packet before.
 * A transient packet has no number: its `first` is one more than its `sequence`, the last number that was sent before it.
 * A client watches a topic `after` the last sequence number it has (null: from now on). It receives the packets it
 * missed, then new ones. Watching a topic again restarts it after the new `after`. A rejected token fails the
 * connection with the error code as the error's message.
 */
export const organizationEvent = v.variant('kind', [
  ...kindEvents,
  v.object({ kind: v.literal('organizationChanged'), organization: publishedOrganization }),
  /** Runs or jobs of an instance changed. */
  v.object({ kind: v.literal('runsChanged'), id: instanceId }),
  /** Snapshots, restores or backup plans of a project changed. */
  v.object({ kind: v.literal('snapshotsChanged'), id: projectId }),
  /** Members, their roles or invitations changed; the lists say how. */
  v.object({ kind: v.literal('membersChanged') }),
  v.object({ kind: v.literal('rolesChanged') }),
  v.object({ kind: v.literal('billingDetailsChanged') }),
  v.object({ kind: v.literal('paymentMethodsChanged') }),
  v.object({ kind: v.literal('paymentsChanged') }),
  /** Funds are low, used up or topped up; `readOverdue` says how. */
  v.object({ kind: v.literal('fundsChanged') }),
  /** Payments, coupons or conversions changed the credit. */
  v.object({ kind: v.literal('creditsChanged') }),
  v.object({ kind: v.literal('organizationRemoved') }),
  /** In place of an event that the client may not receive, so that sequence numbers have no holes. */
  v.object({ kind: v.literal('withheld') }),
])

export const organizationPacket = v.object({ sequence: v.number(), at: v.string(), event: organizationEvent })

/** `organization/{id}` or `deployment/{id}/{log type}`, followed by the name of the log for all but the first: of a service, or a replica such as `web.2`. */
export const topic = v.union([
  v.pipe(v.string(), v.regex(new RegExp(`^organization/${UUID}$`))),
  v.pipe(
    v.string(),
    v.regex(
      new RegExp(
        `^deployment/${UUID}/(logs|instanceLogs|instanceEvents|shellCommands|runLogs)(/[a-z0-9][a-z0-9.-]{0,66})?$`,
      ),
    ),
  ),
])

export const watchRequest = v.strictObject({
  topic,
  after: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
})
export const unwatchRequest = v.strictObject({ topic })

/**
 * The server's response to a watch request. Packets follow after the sequence number `from`. If it is larger than the
 * requested one, older packets are gone and the client must read its lists again.
 */
export type WatchResponse = { ok: true; from: number } | { ok: false; error: string; message: string }

/** The server event `packets`: several packets, in order, without gaps. */
export const packets = v.object({
  topic: v.string(),
  packets: v.array(v.looseObject({ first: v.optional(v.number()), sequence: v.number() })),
})

/**
 * The server event `watchEnded`: no more packets follow. `behind` means that packets which this client has not received
 * are gone: it watches again, and the response has the new start. Any other code is an error, such as revoked access.
 */
export const watchEnded = v.object({ topic: v.string(), error: v.string(), message: v.string() })

export type OrganizationEvent = v.InferOutput<typeof organizationEvent>
export type OrganizationPacket = v.InferOutput<typeof organizationPacket>

/** A resource of a kind, as its events and responses carry it. */
export type RowOf<N extends KindName> =
  Extract<OrganizationEvent, { kind: `${N}Created` }> extends { row: infer Row } ? Row : never
