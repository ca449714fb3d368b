import type { OrganizationPacket } from '../../src/contract/live.ts'
import type { Outlet } from './topic-reader.ts'
import type { Packet } from './topic-source.ts'

/** Who only visits a public organisation is not told the values of variables: they often hold passwords. */
export const visitorOutlet = (outlet: Outlet): Outlet => ({
  ...outlet,
  send: (packets) => outlet.send(packets.map((packet) => (isOfOrganization(packet) ? withoutValues(packet) : packet))),
})

const isOfOrganization = (packet: Packet): packet is OrganizationPacket => 'event' in packet

const withoutValues = (packet: OrganizationPacket): OrganizationPacket => {
  const { event } = packet
  if (event.kind !== 'instanceChanged') return packet
  const environment = event.instance.environment.map(({ name }) => ({ name, value: '' }))
  return { ...packet, event: { ...event, instance: { ...event.instance, environment } } }
}
