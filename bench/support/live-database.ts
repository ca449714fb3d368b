import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { publishOrganizationEvents } from '../../server/live/outbox.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { startEmbedded } from '../../server/store/embedded.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type ControlPlane, makeFolder, startControlPlane } from './control-plane.ts'

/** A control plane with direct access to its database, to generate more events than engines can. */
export interface ControlPlaneWithStore extends ControlPlane {
  store: Store
  publish(organizationId: OrganizationId, events: [OrganizationEvent, ...OrganizationEvent[]]): Promise<number>
  /** Creates organisations that a user owns. */
  makeOrganizations(username: string, count: number): Promise<OrganizationId[]>
}

export const startControlPlaneWithStore = async (
  settings: Record<string, string> = {},
): Promise<ControlPlaneWithStore> => {
  const log = pino({ level: 'silent' })
  const folder = await makeFolder()
  const database = await startEmbedded({ dataFolder: folder.path, log })
  const controlPlane = await startControlPlane({
    LONGSHORE_ENGINE: 'process',
    DATABASE_URL: database.url,
    LONGSHORE_LOG: 'error',
    LONGSHORE_REQUESTS_PER_MINUTE: '999999999',
    ...settings,
  })
  const store = openStore({ url: database.url, log })
  return {
    ...controlPlane,
    store,
    publish: (organizationId, events) =>
      store.db.transaction((tx) => publishOrganizationEvents(tx, organizationId, ...events)),
    makeOrganizations: async (username, count) => {
      const ids = Array.from({ length: count }, () => randomUUID() as OrganizationId)
      for (const id of ids) {
        await store.pool.query(
          `insert into organization (id, name, username, site_id, compute_id, storage_id, publicly_accessible)
           values ($1, $2, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), false)`,
          [id, `bench-${id.slice(0, 8)}`],
        )
        await store.pool.query(
          `insert into member (organization_id, user_id, role) select $1, id, 'owner' from "user" where username = $2`,
          [id, username],
        )
      }
      return ids
    },
    stop: async () => {
      await controlPlane.stop()
      await store.close()
      await database.stop()
      await folder.remove()
    },
  }
}
