import type { Engine } from '../../../engines/engine.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'

export interface RemovalOptions {
  db: Db
  engines: Engines<Pick<Engine, 'removeVolume'>>
  log: Log
}
