import proxyAddr from '@fastify/proxy-addr'
import { isLoopbackAddress } from '../../sandbox/loopback.ts'
import { createCertificateStore } from '../certificates/certificate-store.ts'
import { createConsoleServer } from '../console/serve-console.ts'
import type { Command, Report } from '../control/control-messages.ts'
import { type ControlServer, startControlServer } from '../control/control-server.ts'
import { createInFlight } from '../forwarding/in-flight.ts'
import { createInstanceServer } from '../forwarding/serve-instances.ts'
import { createUpstreams } from '../forwarding/upstream/upstreams.ts'
import { createHeldRequests } from '../holding/held-requests.ts'
import { defaultHoldLimits } from '../holding/hold-limits.ts'
import type { Route } from '../routes/route.ts'
import { createRouteTable } from '../routes/route-table.ts'
import { createStreamForwarder } from '../streams/stream-forwarder.ts'
import { createTrafficReporter } from '../traffic/report-traffic.ts'
import { createTraffic } from '../traffic/traffic.ts'
import type { GatewaySettings } from './gateway-settings.ts'
import { openListeners } from './open-listeners.ts'
import { ListenError, publicHandlers } from './public-listener.ts'
import { isOverTls } from './serve-domain.ts'

/** Keeps a report far below the limit of a frame. */
const MAX_REPORTED = 2000

export interface RunningGateway {
  readonly control: ControlServer
  /** The system's error code when the public port could not be opened. */
  readonly listenError: string | null
  /** Frees the port at once, and resolves when nothing is in flight or the grace period is over. */
  stop(graceMs: number): Promise<void>
}

/** Starts a gateway: the public port, and the local socket on which it gets its routes. */
export async function startGateway(settings: GatewaySettings, onStopped: () => void): Promise<RunningGateway> {
  const inFlight = createInFlight()
  const traffic = createTraffic()
  const upstreams = createUpstreams()
  const streams = createStreamForwarder({
    address: settings.host,
    // Sandbox mode serves only this machine.
    isAllowed: (visitor) => settings.mode === 'production' || isLoopbackAddress(visitor),
    traffic,
    onSettled: () => control?.report({ type: 'listening', failures: streams.failures.slice(0, MAX_REPORTED) }),
  })
  const held = createHeldRequests({
    limits: { ...defaultHoldLimits, holdMs: settings.holdMs },
    wake: (instanceId, service) => control?.report({ type: 'wake', instanceId, service }),
  })
  const table = createRouteTable((former, now) => {
    if (former) upstreams.routeChanged(former, now)
    streams.routeChanged(former, now)
    held.routeChanged(former, now)
  })
  const trusted = proxyAddr.compile(settings.trustProxy)
  const isTrusted = (address: string) => trusted(address, 0)
  const protocol = new URL(settings.instancesUrl).protocol.replace(':', '')
  const certificates = createCertificateStore()
  const instances = createInstanceServer({
    table,
    upstreams,
    inFlight,
    held,
    protocolOf: (request) => (isOverTls(request) ? 'https' : protocol),
    isTrusted,
    traffic,
  })
  const consoleServer = createConsoleServer({ socketPath: settings.consoleSocket, publicUrl: settings.publicUrl })
  let { httpsPort } = settings
  const handlerOptions = {
    settings,
    table,
    instances,
    consoleServer,
    isTrusted,
    get httpsPort() {
      return httpsPort
    },
  }
  const opened = await openListeners({
    settings,
    table,
    certificates,
    everything: publicHandlers(handlerOptions, 'everything'),
    domains: publicHandlers(handlerOptions, 'domains'),
  }).catch((error: unknown) => {
    if (error instanceof ListenError) return error
    throw error
  })
  const failed = opened instanceof ListenError ? opened : undefined
  const listening = opened instanceof ListenError ? undefined : opened
  const listenError = failed?.code ?? null
  httpsPort = listening?.httpsPort ?? null

  async function stop(graceMs: number): Promise<void> {
    control?.release()
    listening?.close()
    streams.release()
    reporter.stop()
    held.stop()
    const cut = setTimeout(() => listening?.closeAllConnections(), graceMs)
    await Promise.all([inFlight.drainAll(graceMs), streams.drainAll(graceMs)])
    clearTimeout(cut)
    listening?.closeAllConnections()
    upstreams.stop()
    onStopped()
  }

  function handle(command: Command, reply: (report: Report) => void): void {
    if (command.type === 'allRoutes') {
      table.replace(command.routes, command.isFirst, command.isLast)
      if (!command.isLast) return
      reply({ type: 'acknowledged', revision: command.revision })
      held.requestAgain()
    } else if (command.type === 'changedRoutes') {
      table.change(command.routes, command.removedIds)
      reply({ type: 'acknowledged', revision: command.revision })
    } else if (command.type === 'allCertificates') {
      certificates.replace(command.certificates, command.isFirst, command.isLast)
    } else if (command.type === 'changedCertificates') {
      certificates.change(command.certificates, command.removedIds)
    } else if (command.type === 'challenges') {
      listening?.setChallenges(command.challenges)
      reply({ type: 'challengesReady', number: command.number })
    } else if (command.type === 'waking') {
      held.onResponse(command.instanceId, command.service, command.rejection)
    } else if (command.type === 'drain') {
      const { targetId, graceMs, number } = command
      void Promise.all([inFlight.drain(targetId, graceMs), streams.drain(targetId, graceMs)]).then(() =>
        reply({ type: 'drained', number }),
      )
    } else {
      void stop(command.graceMs)
      reply({ type: 'released' })
    }
  }

  let control: ControlServer | undefined
  control = await startControlServer(
    settings.controlSocket,
    {
      type: 'hello',
      fingerprint: settings.fingerprint,
      pid: process.pid,
      port: listening?.port ?? 0,
      httpPort: listening?.httpPort ?? null,
      httpsPort: listening?.httpsPort ?? null,
      listenError,
      ...(failed && { failedSetting: failed.setting }),
    },
    handle,
  )
  const reporter = createTrafficReporter({
    traffic,
    ids: () => targetIds(table.routes()),
    connectionsOf: (id) => inFlight.count(id) + streams.count(id),
    isConnected: () => control?.isConnected ?? false,
    send: (each) => control?.report(each),
  })
  return { control, listenError, stop }
}

/** Targets that visitors can reach: those of published ports. */
function* targetIds(routes: Iterable<Route>): Generator<string> {
  for (const { ports, listeners = [] } of routes)
    for (const { targets } of [...ports, ...listeners]) for (const { id } of targets) yield id
}
