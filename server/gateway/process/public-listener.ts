import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dataHeaders } from '../../http/listener/data-headers.ts'
import { type GuardedHandlers, guardRequests, strictOptions } from '../../http/listener/guard-requests.ts'
import { rejectExposedRequests } from '../../sandbox/reject-exposed-requests.ts'
import type { InstanceServer } from '../forwarding/serve-instances.ts'
import { createHostLabelParser } from '../routes/host-name.ts'
import type { GatewaySettings } from './gateway-settings.ts'

type Listening = { server: Server; port: number }

/** Opens the public port. Rejects with the system's error. */
export function openPublicListener(
  { host, port, mode, publicUrl, instancesUrl }: GatewaySettings,
  instances: InstanceServer,
  consoleServer: GuardedHandlers,
): Promise<Listening> {
  const labelOf = createHostLabelParser(instancesUrl)
  const server = createServer({ ...strictOptions, keepAliveTimeout: 65_000 })
  if (mode === 'sandbox') rejectExposedRequests(server)
  const errorHeaders = {
    ...dataHeaders({ publicUrl }),
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  }
  guardRequests(server, errorHeaders, {
    request(request, response) {
      const label = labelOf(request.headers.host)
      if (label === undefined) consoleServer.request(request, response)
      else instances.request(label, request, response)
    },
    upgrade(request, socket, head) {
      const label = labelOf(request.headers.host)
      if (label === undefined) consoleServer.upgrade(request, socket, head)
      else instances.upgrade(label, request, socket, head)
    },
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      // A server that listens on a port has an `AddressInfo`.
      resolve({ server, port: (server.address() as AddressInfo).port })
    })
  })
}
