import { setTimeout as pause } from 'node:timers/promises'
import { io, type Socket } from 'socket.io-client'
import type { OrganizationPacket } from '../../src/contract/live.ts'
import { organizationTopic } from '../../src/contract/topics.ts'
import type { ProjectId } from '../../src/contract/wire/common.ts'
import { printFigure, quantile } from '../support/figures.ts'
import { startControlPlaneWithStore } from '../support/live-database.ts'

/** Many clients on one node, each watching an organisation: time from the publishing of an event to each watcher. */
const ORGANIZATIONS = 100
const CLIENTS_OF_EACH = 20
const EVENTS_PER_SECOND = 500
const SECONDS = 20
/** The first seconds, while the node's code is still being compiled: nothing may be lost, but they are not timed. */
const WARM_UP_SECONDS = 2
const CONNECTING_AT_ONCE = 50
const TICK_MS = 20

const controlPlane = await startControlPlaneWithStore()
const sockets: Socket[] = []
try {
  const token = await controlPlane.signIn('bench')
  const { rows } = await controlPlane.store.pool.query<{ username: string }>('select username from "user"')
  const organizations = await controlPlane.makeOrganizations(rows[0]?.username ?? '', ORGANIZATIONS)
  const took: number[] = []
  const lasts: { organization: number; last: number; outOfOrder: number }[] = []

  const connect = async (organization: number) => {
    const id = organizations[organization]
    if (!id) throw new Error('The organisation does not exist.')
    const topic = organizationTopic(id)
    const client = { organization, last: 0, outOfOrder: 0 }
    const socket = io(controlPlane.url, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    sockets.push(socket)
    socket.on('packets', ({ packets }: { packets: OrganizationPacket[] }) => {
      const nowMs = Date.now()
      for (const { sequence, event } of packets) {
        if (sequence !== client.last + 1) client.outOfOrder += 1
        client.last = sequence
        // The id is the time of publishing.
        if (event.kind === 'projectRemoved') took.push(nowMs - Number(event.id))
      }
    })
    await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject))
    await socket.emitWithAck('watch', { topic, after: 0 })
    lasts.push(client)
  }
  const all = Array.from({ length: ORGANIZATIONS * CLIENTS_OF_EACH }, (_, at) => at % ORGANIZATIONS)
  for (let at = 0; at < all.length; at += CONNECTING_AT_ONCE)
    await Promise.all(all.slice(at, at + CONNECTING_AT_ONCE).map(connect))

  const published = new Array<number>(ORGANIZATIONS).fill(0)
  const sending: Promise<unknown>[] = []
  const begunMs = performance.now()
  for (let sent = 0; sent < EVENTS_PER_SECOND * SECONDS; ) {
    const due = Math.min(EVENTS_PER_SECOND * SECONDS, ((performance.now() - begunMs) / 1000) * EVENTS_PER_SECOND)
    for (; sent < due; sent += 1) {
      const organization = sent % ORGANIZATIONS
      const id = organizations[organization]
      published[organization] = (published[organization] ?? 0) + 1
      if (id) sending.push(controlPlane.publish(id, [{ kind: 'projectRemoved', id: String(Date.now()) as ProjectId }]))
    }
    await pause(TICK_MS)
  }
  await Promise.all(sending)
  const behind = () => lasts.filter(({ organization, last }) => last < (published[organization] ?? 0)).length
  for (const untilMs = performance.now() + 10_000; behind() > 0 && performance.now() < untilMs; ) await pause(50)

  console.log(
    `\nLive: ${sockets.length} clients of one node, ${EVENTS_PER_SECOND} events/s, each to ${CLIENTS_OF_EACH} of them`,
  )
  const timed = took.slice((took.length * WARM_UP_SECONDS) / SECONDS)
  printFigure('published → received, p99', quantile(timed, 0.99), 'ms', 250, `p50 ${quantile(timed, 0.5)} ms`)
  printFigure('lost', EVENTS_PER_SECOND * SECONDS * CLIENTS_OF_EACH - took.length, 'events', 0, `of ${took.length}`)
  const outOfOrder = lasts.reduce((sum, client) => sum + client.outOfOrder, 0)
  printFigure('duplicate or out of order', outOfOrder, 'events', 0, `of ${took.length}`)
} finally {
  for (const socket of sockets) socket.disconnect()
  await controlPlane.stop()
}
process.exit(0)
