import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { inject } from 'vitest'
import { databaseHome } from '../../server/store/embedded/database-home.ts'
import { postgresUser } from '../../server/store/embedded/postgres-user.ts'

/**
 * Gives a data folder a copy of the test run's migrated PostgreSQL cluster. The first start of a control plane there
 * takes half of the processor time, because it neither creates nor migrates a cluster.
 */
export async function copyCluster(dataFolder: string): Promise<void> {
  const { cluster } = databaseHome(dataFolder, postgresUser(pino({ level: 'silent' })))
  await promisify(execFile)('cp', ['-a', inject('templateCluster'), cluster])
  writeFileSync(join(dataFolder, 'database-password'), new URL(inject('templateUrl')).password, { mode: 0o600 })
}
