import type { Config } from '../../config.ts'
import { createEngines, type Engines } from '../../engines/engines.ts'
import { createFreeDisk, type FreeDisk } from '../disk/free-disk.ts'
import { type Capacities, createEngineCapacity } from './engine-capacity.ts'

/** The free disk and the capacity of each engine, by its name. */
export function createCapacities(
  engines: Engines,
  { dataFolder, reserve }: Pick<Config, 'dataFolder' | 'reserve'>,
): { disks: Engines<FreeDisk>; capacities: Capacities } {
  const disks = createEngines(
    engines.all().map((named) => ({ ...named, engine: createFreeDisk(named.engine, dataFolder, reserve.diskBytes) })),
  )
  const capacities = createEngines(
    engines.all().map((named) => ({ ...named, engine: createEngineCapacity(named, disks.of(named.name), reserve) })),
  )
  return { disks, capacities }
}
