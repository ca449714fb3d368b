import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import type { LogAddress } from '../../server/compute/logs/log-address.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { startEmbedded } from '../../server/store/embedded.ts'
import { migrate } from '../../server/store/migrate.ts'
import type { DeploymentId } from '../../src/contract/wire/common.ts'
import { makeFolder } from './control-plane.ts'

export interface LogStore {
  store: Store
  address: LogAddress
  stop(): Promise<void>
}

/** Starts PostgreSQL in its own folder, with one deployment whose log is empty. */
export const startLogStore = async (): Promise<LogStore> => {
  const log = pino({ level: 'error' })
  const folder = await makeFolder()
  const database = await startEmbedded({ dataFolder: folder.path, log })
  const pool = new pg.Pool({ connectionString: database.url })
  await migrate(pool)
  const [organization, project, instance, deployment] = Array.from({ length: 4 }, () => randomUUID())
  await pool.query(
    `insert into organization (id, name, username, site_id, compute_id, storage_id)
     values ($1, 'bench', 'bench', gen_random_uuid(), gen_random_uuid(), gen_random_uuid())`,
    [organization],
  )
  await pool.query(`insert into project (id, organization_id, name) values ($1, $2, 'bench')`, [project, organization])
  await pool.query(
    `insert into instance (id, organization_id, project_id, name, host, region, machine_image_id, image, cpu_milli,
       memory_bytes, storage_bytes, daily_price_micros)
     values ($1, $2, $3, 'bench', 'bench', 'us-west', 'nano', 'longshore/hello:1', 100, 1, 1, 1)`,
    [instance, organization, project],
  )
  await pool.query(
    `insert into deployment (id, instance_id, number, image, configuration)
     values ($1, $2, 1, 'longshore/hello:1', '{"services": [], "privateRegistry": null}')`,
    [deployment, instance],
  )
  await pool.end()
  const store = openStore({ url: database.url, log })
  return {
    store,
    address: { deploymentId: deployment as DeploymentId, logType: 'instanceLogs', service: '' },
    stop: async () => {
      await store.close()
      await database.stop()
      await folder.remove()
    },
  }
}
