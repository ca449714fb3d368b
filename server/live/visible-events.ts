import type { Permission } from '../../src/contract/access.ts'
import { type KindName, kinds } from '../../src/contract/kinds.ts'
import type { OrganizationEvent, OrganizationPacket } from '../../src/contract/live.ts'
import type { Scope } from '../http/handler.ts'
import { type Redaction, redact } from '../kinds/server-kind.ts'
import { serverKinds } from '../kinds/server-kinds.ts'
import type { PacketSink } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

interface EventAccess {
  permission: Permission
  /** For visitors of a public organisation; a new event is withheld from them until its access says otherwise. */
  visitors: 'hidden' | Redaction<object>
}

const visible = {}

type KindEvent = `${KindName}${'Created' | 'Changed' | 'Removed'}`
type OtherEvent = Exclude<OrganizationEvent['kind'], KindEvent | 'withheld'>

const otherAccesses: Record<OtherEvent, EventAccess> = {
  instanceProgressed: { permission: 'instances.read', visitors: visible },
  organizationChanged: { permission: 'organization.read', visitors: visible },
  organizationRemoved: { permission: 'organization.read', visitors: visible },
  membersChanged: { permission: 'members.read', visitors: visible },
  rolesChanged: { permission: 'organization.read', visitors: visible },
  billingDetailsChanged: { permission: 'billing.read', visitors: 'hidden' },
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

/** An event as a caller may receive it: whole, redacted for a visitor, or withheld. */
export const visibleEvent = (event: OrganizationEvent, { role, permissions }: Scope): OrganizationEvent => {
  const access = eventAccesses.get(event.kind)
  if (!access || !permissions.includes(access.permission)) return { kind: 'withheld' }
  if (role !== null) return event
  if (access.visitors === 'hidden') return { kind: 'withheld' }
  if ('row' in event) return { ...event, row: redact(event.row, access.visitors) } as OrganizationEvent
  if ('changes' in event) return { ...event, changes: redact(event.changes, access.visitors) } as OrganizationEvent
  return event
}

const isOfOrganization = (packet: Packet): packet is OrganizationPacket => 'event' in packet

export interface GuardedSink extends PacketSink {
  /** Rights have changed: what they may have taken away waits until they were read again. */
  hold(): void
  readonly holds: number
  /** The watcher's rights, read after so many holds, are the same as before. */
  release(holds: number): void
}

/** Sends a watcher what it may receive, live and when it catches up. */
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
    // At most one batch is held: meanwhile nothing more is sent here.
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
