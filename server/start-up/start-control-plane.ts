import { type Config, configFrom } from '../config.ts'
import { startProcessDriver } from '../gateway/driver/process-driver.ts'
import { socketPaths } from '../gateway/driver/socket-paths.ts'
import { gatewaySettingsFrom } from '../gateway/process/gateway-settings.ts'
import { openHttpServer } from '../http/listener/http-server.ts'
import { type Log, openLog } from '../log.ts'
import { sandboxDependencies } from '../sandbox/sandbox-dependencies.ts'
import { prepareDataFolder } from './data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { explainDatabase } from './explain-database.ts'
import { withPort } from './hosts/with-port.ts'
import { startHousekeeping } from './housekeeping.ts'
import { assertProductionSettings } from './production-rules.ts'
import { assertSandboxIsLocal } from './sandbox-rules.ts'
import { installationSecret } from './secret.ts'
import type { StopStack } from './stop-stack.ts'
import { version } from './version.ts'

export interface Started {
  config: Config
  port: number
  log: Log
  flushLog: () => void
}

/** Starts everything in order. What was started is on the stop stack, even if a later part fails. */
export const startControlPlane = async (
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
  stops: StopStack,
): Promise<Started> => {
  const requestedConfig = configFrom(environment, workingFolder)
  assertSandboxIsLocal(requestedConfig)
  await assertProductionSettings(requestedConfig, sandboxDependencies(requestedConfig))
  prepareDataFolder(requestedConfig.dataFolder)
  stops.push('data folder', lockDataFolder(requestedConfig.dataFolder))
  const secret = installationSecret(requestedConfig)
  const sockets = socketPaths(requestedConfig.dataFolder)
  const httpServer = await openHttpServer({ socketPath: sockets.consoleSocket, config: requestedConfig })
  stops.push('console socket', () => httpServer.close(1000))
  const output = openLog(requestedConfig)
  const { log } = output
  // Opens the only port. Comes first, because nothing else is worth starting without it.
  const gateway = await startProcessDriver({
    settings: gatewaySettingsFrom(requestedConfig, sockets, version),
    dataFolder: requestedConfig.dataFolder,
    onError: (error) => log.error({ err: error }, 'gateway: could not be started again'),
  })
  stops.push('gateway', gateway.stop)
  const config = withPort(requestedConfig, gateway.port)

  // Large modules are loaded while the database starts, and not at all if a check above has failed.
  const [url, { openStore }, { migrate }, { assemble }] = await Promise.all([
    config.databaseUrl ?? embeddedUrl(config, log, stops),
    import('../store/connection.ts'),
    import('../store/migrate.ts'),
    import('./assemble.ts'),
  ])
  const store = openStore({ url, log })
  stops.push('database connections', () => store.close())
  try {
    await migrate(store.pool)
  } catch (error) {
    throw explainDatabase(error, config.databaseUrl)
  }
  stops.push('housekeeping', startHousekeeping(store, log, config.auditRetentionDays, output.rotate))

  await assemble({ config, secret, store, log, httpServer, gateway, stops })
  return { config, port: gateway.port, log, flushLog: output.flush }
}

const embeddedUrl = async ({ dataFolder }: Config, log: Log, stops: StopStack): Promise<string> => {
  const { startEmbedded } = await import('../store/embedded.ts')
  const database = await startEmbedded({ dataFolder, log })
  stops.push('database', database.stop)
  if (database.fallbackFolder)
    process.stderr.write(
      `The database is in ${database.fallbackFolder}, because the user that runs PostgreSQL cannot access the data folder.\n`,
    )
  return database.url
}
