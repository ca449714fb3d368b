import type { ComputeOptions } from './compute-options.ts'
import { createDiskWatch } from './disk/disk-watch.ts'
import { pruneImages } from './images/prune-images.ts'
import type { Reconciler } from './reconcile/reconciler.ts'
import { createVolumeWatch } from './volumes/watch/volume-watch.ts'

type Options = Pick<ComputeOptions, 'config' | 'engines' | 'log'> & {
  metrics: ComputeOptions['metrics'] | undefined
  db: Parameters<typeof createDiskWatch>[0]['db']
  disks: Parameters<typeof createDiskWatch>[0]['disks']
  reconciler: Pick<Reconciler, 'nudgeReplica'>
}

/** Ends replicas that use more disk, or more of a volume, than they may. */
export function createSizeWatches({ config, db, engines, disks, reconciler, log, metrics }: Options) {
  const diskWatch = createDiskWatch({
    db,
    engines,
    disks,
    everyMs: config.diskWatchMs,
    onOverLimit: (id, overDisk) => reconciler.nudgeReplica(id, { overDisk }),
    prune: (name, isDiskLow) => pruneImages({ db, engine: engines.of(name), name, ...config.images, log }, isDiskLow),
    log,
    metrics,
  })
  const volumeWatch = createVolumeWatch({
    db,
    engines,
    everyMs: config.diskWatchMs,
    onOverSize: (id, overDisk) => reconciler.nudgeReplica(id, { overDisk }),
    log,
  })
  return { diskWatch, volumeWatch }
}
