import type { OrganizationEvent, OrganizationPacket } from '../../src/contract/live.ts'
import { instanceForVisitors, projectForVisitors } from '../compute/redact-for-visitor.ts'
import type { PacketSink } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

/** Who only visits a public organisation is told no more as it happens than when they ask. */
export const redactingSink = (sink: PacketSink): PacketSink => ({
  ...sink,
  send: (packets) => sink.send(packets.map((packet) => (isOfOrganization(packet) ? forVisitors(packet) : packet))),
})

const isOfOrganization = (packet: Packet): packet is OrganizationPacket => 'event' in packet

const forVisitors = (packet: OrganizationPacket): OrganizationPacket => ({
  ...packet,
  event: eventForVisitors(packet.event),
})

const eventForVisitors = (event: OrganizationEvent): OrganizationEvent => {
  switch (event.kind) {
    case 'instanceChanged':
      return { ...event, instance: instanceForVisitors(event.instance) }
    case 'projectChanged':
      return { ...event, project: projectForVisitors(event.project) }
    // Named one by one, so that a new kind of event is told to visitors only when somebody has thought of them.
    case 'instanceRemoved':
    case 'instanceProgressed':
    case 'projectRemoved':
    case 'organizationChanged':
    case 'membersChanged':
    case 'rolesChanged':
    case 'organizationRemoved':
      return event
  }
}
