import { type Config, configFrom, withPort } from '../config.ts'
import { openFront } from '../http/front.ts'
import { createMetrics } from '../http/metrics.ts'
import type { Log } from '../log.ts'
import { sandboxParts } from '../sandbox/sandbox-parts.ts'
import { openStore } from '../store/connection.ts'
import { startEmbedded } from '../store/embedded.ts'
import { migrate } from '../store/migrate.ts'
import { assemble } from './assemble.ts'
import { prepareDataFolder } from './data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { explainDatabase } from './explain-database.ts'
import { keepTidy } from './housekeeping.ts'
import { installationId } from './installation.ts'
import { openLog } from './log-output.ts'
import { refuseUnsafeProduction } from './production-rules.ts'
import { installationSecret } from './secret.ts'
import type { StopStack } from './stop-stack.ts'

export interface Started {
  config: Config
  port: number
  log: Log
  flushLog: () => void
}

/** Starts everything in order; what was started is on the stack, also when a later part refuses. */
export const startControlPlane = async (
  environment: NodeJS.ProcessEnv,
  workingFolder: string,
  stops: StopStack,
): Promise<Started> => {
  const asked = configFrom(environment, workingFolder)
  refuseUnsafeProduction(asked, sandboxParts(asked))
  prepareDataFolder(asked.dataFolder)
  stops.push('data folder', lockDataFolder(asked.dataFolder))
  const secret = installationSecret(asked)
  const front = await openFront(asked)
  stops.push('port', () => front.close(1000))
  const config = withPort(asked, front.port)
  const output = openLog(config)
  const { log } = output

  const url = config.databaseUrl ?? (await embeddedUrl(config, log, stops))
  const store = openStore({ url, log })
  stops.push('database connections', () => store.close())
  try {
    await migrate(store.pool)
  } catch (error) {
    throw explainDatabase(error, config.databaseUrl)
  }
  stops.push('housekeeping', keepTidy(store, log, output.rotate))

  const metrics = createMetrics()
  await assemble({
    config,
    secret,
    store,
    metrics,
    log,
    front,
    stops,
    installationId: await installationId(store.pool),
  })
  return { config, port: front.port, log, flushLog: output.flush }
}

const embeddedUrl = async ({ dataFolder }: Config, log: Log, stops: StopStack): Promise<string> => {
  const database = await startEmbedded({ dataFolder, log })
  stops.push('database', database.stop)
  if (database.elsewhere)
    process.stderr.write(
      `The database is in ${database.elsewhere}, because the user that runs PostgreSQL cannot get to the data folder.\n`,
    )
  return database.url
}
