import { pino } from 'pino'
import { startRouteSource } from '../../server/gateway/routes/route-source.ts'
import type { ComputeHarness } from './compute-harness.ts'
import { type RoutedGateway, routedGateway } from './routed-gateway.ts'

export interface GatewayHarness extends Pick<RoutedGateway, 'port' | 'get' | 'routes' | 'link' | 'close'> {
  /** The number of requests that were not for the gateway. */
  passed(): number
}

/** Starts the gateway with the routes of a database, in front of a server that counts the requests it passes on. */
export async function gatewayHarness({ store }: Pick<ComputeHarness, 'store'>): Promise<GatewayHarness> {
  let passed = 0
  const gateway = await routedGateway()
  const { guard } = await gateway.openConsole((_request, response) => {
    passed += 1
    response.end('the control plane')
  })
  guard()
  const loaded = Promise.withResolvers<void>()
  const stopSource = startRouteSource({
    store,
    log: pino({ level: 'silent' }),
    onAll: (all) => {
      gateway.routes.replaceAll(all)
      loaded.resolve()
    },
    onChange: gateway.routes.change,
  })
  await loaded.promise
  return {
    port: gateway.port,
    routes: gateway.routes,
    link: gateway.link,
    get: gateway.get,
    passed: () => passed,
    async close() {
      stopSource()
      await gateway.close()
    },
  }
}
