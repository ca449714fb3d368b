import type { Engine } from '../../engines/engine.ts'
import type { CreateOptions } from '../instances/create-instance.ts'

export type JobOptions = Pick<CreateOptions, 'db' | 'admission' | 'regions'> & { engine: Pick<Engine, 'capabilities'> }
