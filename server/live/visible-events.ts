import type { Permission } from '../../src/contract/access.ts'
import { type KindName, kinds } from '../../src/contract/kinds/kinds.ts'
import type { OrganizationEvent, OrganizationPacket } from '../../src/contract/live.ts'
import type { Scope } from '../http/handler.ts'
import { type Redaction, redact } from '../kinds/server-kind.ts'
import { serverKinds } from '../kinds/server-kinds.ts'
import { withoutPaths } from '../kinds/without-paths.ts'
import type { PacketSink } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

interface EventAccess {
  permission: Permission
  /** The redaction for visitors of a public organisation. New events are hidden until an access rule shows them. */
  visitors: 'hidden' | Redaction<object>
}

const visible = {}
const progressRedaction: Redaction<{ progressMessage: string }> = { progressMessage: withoutPaths }

type KindEvent = `${KindName}${'Created' | 'Changed' | 'Removed'}`
type OtherEvent = Exclude<OrganizationEvent['kind'], KindEvent | 'withheld'>

const otherAccesses: Record<OtherEvent, EventAccess> = {
  instanceProgressed: { permission: 'instances.read', visitors: progressRedaction },
  runsChanged: { permission: 'instances.read', visitors: 'hidden' },
  snapshotsChanged: { permission: 'instances.read', visitors: 'hidden' },
  organizationChanged: { permission: 'organization.read', visitors: visible },
  organizationRemoved: { permission: 'organization.read', visitors: visible },
  membersChanged: { permission: 'members.read', visitors: visible },
  rolesChanged: { permission: 'organization.read', visitors: visible },
  billingDetailsChanged: { permission: 'billing.read', visitors: 'hidden' },
  paymentMethodsChanged: { permission: 'billing.read', visitors: 'hidden' },
  paymentsChanged: { permission: 'billing.read', visitors: 'hidden' },
  fundsChanged: { permission: 'organization.read', visitors: 'hidden' },
  creditsChanged: { permission: 'billing.read', visitors: 'hidden' },
}

const eventAccesses: ReadonlyMap<string, EventAccess> = new Map([
  ...Object.entries(otherAccesses),
  ...kinds.flatMap(({ name, permissions }) =>
    ['Created', 'Changed', 'Removed'].map((change) => {
      const permission: Permission = `${permissions.prefix}.read`
      return [`${name}${change}`, { permission, visitors: serverKinds[name].visitors }] as const
    }),
  ),
])

/** Returns an event as a caller may receive it: whole, redacted for a visitor, or withheld. */
export const visibleEvent = (event: OrganizationEvent, { role, permissions }: Scope): OrganizationEvent => {
  const access = eventAccesses.get(event.kind)
  if (!access || !permissions.includes(access.permission)) return { kind: 'withheld' }
  if (role !== null) return event
  if (access.visitors === 'hidden') return { kind: 'withheld' }
  if ('row' in event) return { ...event, row: redact(event.row, access.visitors) } as OrganizationEvent
  if ('changes' in event) return { ...event, changes: redact(event.changes, access.visitors) } as OrganizationEvent
  return redact(event, access.visitors)
}

const isOfOrganization = (packet: Packet): packet is OrganizationPacket => 'event' in packet

export interface GuardedSink extends PacketSink {
  /** Holds events that a change of rights may have made invisible until the rights are read again. */
  hold(): void
  readonly holds: number
  /** Releases events: the watcher's rights, read after this many holds, are unchanged. */
  release(holds: number): void
}

/** Wraps a sink so that it receives only visible events, live and during catch-up. */
export const guardedSink = (sink: PacketSink, scope: Scope): GuardedSink => {
  let holds = 0
  let released = 0
  let held: Packet[] = []
  let resumes: (() => void)[] = []

  const isBasic = (packet: Packet): boolean =>
    !isOfOrganization(packet) || eventAccesses.get(packet.event.kind)?.permission === 'organization.read'

  const sendVisible = (packets: Packet[]) => {
    if (packets.length > 0)
      sink.send(
        packets.map((packet) =>
          isOfOrganization(packet) ? { ...packet, event: visibleEvent(packet.event, scope) } : packet,
        ),
      )
  }

  return {
    send: (packets) => {
      const unsure = released < holds ? packets.findIndex((packet) => !isBasic(packet)) : -1
      held = unsure < 0 ? [] : packets.slice(unsure)
      sendVisible(unsure < 0 ? packets : packets.slice(0, unsure))
    },
    // At most one batch is held, because nothing more is sent to this sink meanwhile.
    ready: () => held.length === 0 && sink.ready(),
    whenReady: async () => {
      if (held.length > 0) await new Promise<void>((resolve) => resumes.push(resolve))
      if (!sink.ready()) await sink.whenReady()
    },
    lagged: sink.lagged,
    hold: () => {
      holds += 1
    },
    get holds() {
      return holds
    },
    release: (count) => {
      released = count
      if (released < holds) return
      const [packets, now] = [held, resumes]
      held = []
      resumes = []
      sendVisible(packets)
      for (const resume of now) resume()
    },
  }
}
