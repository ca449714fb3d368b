import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from '../../bench/support/control-plane.ts'
import type { Route, RouteListener, Target } from '../../server/gateway/routes/route.ts'
import {
  createStreamForwarder,
  type StreamForwarder,
  type StreamForwarderOptions,
} from '../../server/gateway/streams/stream-forwarder.ts'

import { createTraffic } from '../../server/gateway/traffic/traffic.ts'

export interface StreamWorld {
  forwarder: StreamForwarder
  port: number
  /** Starts a TCP server; each connection is handled by `serve`. */
  tcpTarget(id: string, serve: (socket: Socket) => void): Promise<Target>
  /** Starts a UDP server that answers with its id and the datagram. */
  udpTarget(id: string): Promise<Target>
  /** Routes the port to these targets, and resolves when it is open or has failed. */
  route(protocol: RouteListener['protocol'], targets: Target[], routeId?: string): Promise<void>
  unroute(routeId?: string): void
  visit(): Socket
  visitUdp(): UdpSocket
  close(): void
}

export async function streamWorld(options: Partial<StreamForwarderOptions> = {}): Promise<StreamWorld> {
  const port = await freePort()
  let settled: () => void = () => undefined
  const forwarder = createStreamForwarder({
    address: '127.0.0.1',
    isAllowed: () => true,
    onSettled: () => settled(),
    traffic: createTraffic(),
    retryMs: 50,
    ...options,
  })
  const routes = new Map<string, Route>()
  const servers: Server[] = []
  const sockets: (Socket | UdpSocket)[] = []

  const keep = <S extends Socket | UdpSocket>(socket: S): S => {
    sockets.push(socket)
    return socket
  }

  return {
    forwarder,
    port,

    async tcpTarget(id, serve) {
      const server = createServer({ allowHalfOpen: true }, (socket) => {
        keep(socket).on('error', () => socket.destroy())
        serve(socket)
      })
      servers.push(server)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return { id, address: '127.0.0.1', hostPort: (server.address() as AddressInfo).port }
    },

    async udpTarget(id) {
      const socket = keep(createSocket('udp4'))
      socket.on('message', (bytes, { port: from, address }) =>
        socket.send(Buffer.concat([Buffer.from(id), bytes]), from, address),
      )
      socket.bind(0, '127.0.0.1')
      await once(socket, 'listening')
      return { id, address: '127.0.0.1', hostPort: socket.address().port }
    },

    route(protocol, targets, routeId = 'an instance') {
      const route: Route = {
        id: routeId,
        host: routeId,
        name: routeId,
        state: 'running',
        defaultPort: null,
        ports: [],
        listeners: [{ protocol, address: null, port, targets }],
      }
      const done = new Promise<void>((resolve) => {
        settled = resolve
      })
      forwarder.routeChanged(routes.get(routeId), route)
      routes.set(routeId, route)
      return done
    },

    unroute(routeId = 'an instance') {
      forwarder.routeChanged(routes.get(routeId), undefined)
      routes.delete(routeId)
    },

    visit() {
      const socket = keep(connect({ host: '127.0.0.1', port, allowHalfOpen: true }))
      return socket.on('error', () => socket.destroy())
    },

    visitUdp() {
      const socket = keep(createSocket('udp4'))
      socket.connect(port, '127.0.0.1')
      return socket.on('error', () => undefined)
    },

    close() {
      forwarder.release()
      for (const socket of sockets) 'destroy' in socket ? socket.destroy() : socket.close()
      for (const server of servers) server.close()
    },
  }
}
