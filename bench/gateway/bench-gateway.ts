import { createRouteFeed } from '../../server/gateway/control/route-feed.ts'
import { startProcessDriver } from '../../server/gateway/driver/process-driver.ts'
import { socketPaths } from '../../server/gateway/driver/socket-paths.ts'
import { gatewaySettingsFrom } from '../../server/gateway/process/gateway-settings.ts'
import { makeFolder } from '../support/control-plane.ts'

/** Starts the gateway's process, with one instance whose only target is a port of this machine. */
export const startBenchGateway = async (hostPort: number) => {
  const folder = await makeFolder()
  const driver = await startProcessDriver({
    settings: gatewaySettingsFrom(
      {
        host: '127.0.0.1',
        port: 0,
        mode: 'production',
        publicUrl: 'http://localhost',
        instancesUrl: 'http://localhost',
        trustProxy: [],
      },
      socketPaths(folder.path),
      'bench',
    ),
    dataFolder: folder.path,
    onError: (error) => console.error(error),
  })
  const routes = createRouteFeed()
  let pid = 0
  driver.onConnect((link) => {
    pid = link.hello.pid
    routes.connect(link)
  })
  routes.replaceAll([
    {
      id: 'bench',
      host: 'bench',
      name: 'Bench',
      state: 'running',
      defaultPort: 8080,
      ports: [{ containerPort: 8080, targets: [{ id: 'one', address: '127.0.0.1', hostPort }] }],
    },
  ])
  return {
    port: driver.port,
    pid,
    host: 'bench.localhost',
    stop: async () => {
      await driver.stop()
      await folder.remove()
    },
  }
}
