import { type Config, configFrom, withPort } from '../config.ts'
import { openFront } from '../http/front.ts'
import type { Log } from '../log.ts'
import { sandboxParts } from '../sandbox/sandbox-parts.ts'
import { prepareDataFolder } from './data-folder.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { explainDatabase } from './explain-database.ts'
import { keepTidy } from './housekeeping.ts'
import { openLog } from './log-output.ts'
import { refuseUnsafeProduction } from './production-rules.ts'
import { refusePublicSandbox } from './sandbox-rules.ts'
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
  refusePublicSandbox(asked)
  await refuseUnsafeProduction(asked, sandboxParts(asked))
  prepareDataFolder(asked.dataFolder)
  stops.push('data folder', lockDataFolder(asked.dataFolder))
  const secret = installationSecret(asked)
  const front = await openFront(asked)
  stops.push('port', () => front.close(1000))
  const config = withPort(asked, front.port)
  const output = openLog(config)
  const { log } = output

  // The large parts are loaded while the database starts, and not at all when something above has refused.
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
  stops.push('housekeeping', keepTidy(store, log, config.auditKeptDays, output.rotate))

  await assemble({ config, secret, store, log, front, stops })
  return { config, port: front.port, log, flushLog: output.flush }
}

const embeddedUrl = async ({ dataFolder }: Config, log: Log, stops: StopStack): Promise<string> => {
  const { startEmbedded } = await import('../store/embedded.ts')
  const database = await startEmbedded({ dataFolder, log })
  stops.push('database', database.stop)
  if (database.elsewhere)
    process.stderr.write(
      `The database is in ${database.elsewhere}, because the user that runs PostgreSQL cannot get to the data folder.\n`,
    )
  return database.url
}
