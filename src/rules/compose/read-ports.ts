import type { Place } from '../configuration/codec.ts'
import type { LocatedValue } from '../yaml/located-value.ts'
import { type ComposeReading, entryOf, type FieldReader, itemsOf, note, problem, textOf } from './compose-reading.ts'

/** Ports of databases, queues and the like: Compose does not say which ports speak HTTP. */
const notHttp = new Set([21, 22, 25, 53, 143, 389, 465, 587, 636, 993, 1433, 1521, 1883, 3306, 3389, 4222, 5432, 5671])
for (const port of [5672, 5900, 6379, 8883, 9042, 9092, 11211, 25565, 26257, 27017]) notHttp.add(port)

const SHORT = /^(?:(?:(\[[0-9a-f:.]+\]|[\d.]+):)?(\d*(?:-\d+)?):)?(\d{1,5})(?:-(\d{1,5}))?(?:\/(tcp|udp))?$/i
const MAX_RANGE = 20
const LOOPBACK = /^(127\.|\[::1\]$|localhost$)/

interface Port {
  containerPort: number
  protocol: string
  exposure: 'public' | 'internal'
}

export const protocolOf = (containerPort: number, protocol: string | undefined, application?: string): string => {
  if (protocol?.toLowerCase() === 'udp') return 'udp'
  if (application !== undefined) return /^(http|https|h2c|ws)$/i.test(application) ? 'http' : 'tcp'
  return notHttp.has(containerPort) ? 'tcp' : 'http'
}

const range = (first: number, last: number, place: Place, reading: ComposeReading): number[] => {
  if (last >= first && last - first < MAX_RANGE) return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  problem(reading, place, `Use at most ${MAX_RANGE} ports.`)
  return []
}

const readShort = (text: string, place: Place, reading: ComposeReading): Port[] => {
  const [whole, host = '', published = '', first, last = first, protocol] = SHORT.exec(text) ?? []
  if (whole === undefined) {
    problem(reading, place, 'Write a port such as "8080:80".')
    return []
  }
  const isLocal = LOOPBACK.test(host)
  if (published !== '' && !isLocal) notePublished(published, place, reading)
  return range(Number(first), Number(last), place, reading).map((containerPort) => ({
    containerPort,
    protocol: protocolOf(containerPort, protocol),
    exposure: isLocal ? 'internal' : 'public',
  }))
}

const notePublished = (published: string, place: Place, reading: ComposeReading) =>
  note(reading, place, `The host port ${published} is not used. Longshore assigns an address.`)

const readLong = (item: LocatedValue, place: Place, reading: ComposeReading): Port[] => {
  const containerPort = Number(textOf(entryOf(item, 'target')))
  const published = textOf(entryOf(item, 'published'))
  const isLocal = LOOPBACK.test(textOf(entryOf(item, 'host_ip')) ?? '')
  if (published !== undefined && !isLocal) notePublished(published, place, reading)
  const protocol = protocolOf(containerPort, textOf(entryOf(item, 'protocol')), textOf(entryOf(item, 'app_protocol')))
  return [{ containerPort, protocol, exposure: isLocal ? 'internal' : 'public' }]
}

const withPlaces = (ports: readonly (Port & { place: Place })[], servicePath: string, reading: ComposeReading) => {
  const keyOf = ({ protocol, containerPort }: Port) => `${protocol === 'udp'} ${containerPort}`
  const distinct = new Map<string, Port & { place: Place }>()
  for (const port of ports) if (!distinct.has(keyOf(port))) distinct.set(keyOf(port), port)
  return [...distinct.values()].map(({ place, ...port }, position) => {
    const path = `${servicePath}.ports.${position}`
    reading.places.set(path, { ...place, path })
    return port
  })
}

/** `ports` are public, those of `expose` internal; a port in both is public. */
export const portsReader =
  (servicePath: string, exposed: LocatedValue | undefined, exposedPlace: Place): FieldReader =>
  (value, place, reading) => {
    const internal = exposed === undefined ? [] : itemsOf(exposed, exposedPlace)
    const open = itemsOf(value, place).flatMap(({ item, at }) =>
      (item.kind === 'map' ? readLong(item, at, reading) : readShort(textOf(item) ?? '', at, reading)).map((port) => ({
        ...port,
        place: at,
      })),
    )
    const closed = internal.flatMap(({ item, at }) =>
      readShort(textOf(item) ?? '', at, reading).map((port) => ({
        ...port,
        protocol: port.protocol === 'udp' ? 'udp' : 'tcp',
        exposure: 'internal' as const,
        place: at,
      })),
    )
    const ports = [...open, ...closed]
    return { ports: withPlaces(ports, servicePath, reading) }
  }
