import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { backupCalls } from '../../../src/contract/calls/volumes/backup-calls.ts'
import type { snapshotCalls } from '../../../src/contract/calls/volumes/snapshot-calls.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Config } from '../../config.ts'
import type { Handlers } from '../../http/handler.ts'
import type { AccessChecks } from '../../live/responses/watch-access.ts'
import { createOutgoing } from '../../outgoing/outgoing.ts'
import { restores, snapshots } from '../../store/schema.ts'
import { backupHandlers } from '../backups/backup-handlers.ts'
import { createBackupScheduler } from '../backups/backup-scheduler.ts'
import { createBackupSecrets } from '../backups/backup-secrets.ts'
import { createStoreOf } from '../backups/store-of.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import { createFairTurns } from '../fair-turns.ts'
import type { ReconcileSettings } from '../reconcile/reconcile-options.ts'
import { fileHandlers } from './files/file-handlers.ts'
import { serveFiles } from './files/file-routes.ts'
import { createTickets } from './files/tickets.ts'
import { snapshotHandlers } from './snapshot-handlers.ts'
import { createFolderStore } from './store/folder-store.ts'
import { requestRemovalOf } from './work/remove-snapshot.ts'
import { type Restart, restartAs } from './work/restart-as.ts'
import { createSnapshotWorker } from './work/snapshot-worker.ts'
import type { WorkOptions } from './work/work-options.ts'

export interface SnapshotOptions extends Omit<ReconcileSettings, 'secrets' | 'regions' | 'db'> {
  db: WorkOptions['db']
  config: Pick<Config, 'dataFolder' | 'quotas' | 'reserve' | 'backupHosts' | 'outgoing'>
  secret: string
  regions: Regions
  disks: WorkOptions['disks']
  restartInstance: Restart
}

export interface Snapshots {
  handlers: Handlers<keyof typeof snapshotCalls | keyof typeof backupCalls>
  registerRoutes(app: FastifyInstance, access: AccessChecks): void
  /** Removes the snapshots of an organisation with their files, and returns how many remain. */
  removeOf(organizationId: OrganizationId): Promise<number>
  start(): void
  stop(): Promise<void>
}

/** A paused workload serves nothing, so a copy that takes longer has to be taken another way. */
const MAX_PAUSE_MS = 5 * 60_000

/** Copies share the disks of this machine; one of them is reserved for another organisation. */
const COPIES_AT_ONCE = 4

/** Snapshots of volumes, their restores, and backups by a schedule. */
export function createSnapshots(options: SnapshotOptions): Snapshots {
  const { db, config, secret, log, regions, engines } = options
  const { quotas } = config
  const secrets = createBackupSecrets(secret)
  const tickets = createTickets(secret)
  const outgoing = createOutgoing({
    allowed: { ...config.outgoing, hosts: [...config.outgoing.hosts, ...config.backupHosts] },
  })
  const work: WorkOptions = {
    ...options,
    quotas,
    turns: createFairTurns(COPIES_AT_ONCE, COPIES_AT_ONCE - 1),
    storeOf: createStoreOf({
      db,
      secrets,
      local: createFolderStore({
        folder: join(config.dataFolder, 'snapshots'),
        reserveBytes: config.reserve.diskBytes,
      }),
      agents: outgoing.agents,
    }),
    restart: restartAs(db, options.restartInstance, log),
    maxPauseMs: MAX_PAUSE_MS,
  }
  const worker = createSnapshotWorker(work)
  const common = {
    db,
    quotas,
    regions,
    secrets,
    engines,
    log,
    onSnapshot: worker.snapshots.nudge,
    onRestore: worker.restores.nudge,
  }
  const scheduler = createBackupScheduler(common)

  return {
    handlers: { ...snapshotHandlers(common), ...fileHandlers({ db, tickets }), ...backupHandlers(common) },

    registerRoutes: (app, access) => serveFiles(app, { ...access, ...work, quotas, tickets }),

    async removeOf(organizationId) {
      const unfinished = await db
        .select({ id: restores.id })
        .from(restores)
        .where(eq(restores.organizationId, organizationId))
      for (const id of await requestRemovalOf(work, organizationId)) await worker.snapshots.settled(id)
      // A restore whose snapshot is being deleted fails, and discards what it copied.
      for (const { id } of unfinished) await worker.restores.settled(id)
      return db.$count(snapshots, eq(snapshots.organizationId, organizationId))
    },

    start() {
      worker.start()
      scheduler.start()
    },

    async stop() {
      await scheduler.stop()
      await worker.stop()
      outgoing.stop()
    },
  }
}
