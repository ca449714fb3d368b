import { Gauge, type Registry } from 'prom-client'
import type { Engine } from '../engine.ts'
import type { Engines } from '../engines.ts'

const LIMIT_MS = 2000

/** Measures which engines answer. The default engine is named `default`. */
export function measureEngines(registry: Registry, engines: Pick<Engines<Pick<Engine, 'describe'>>, 'all'>): void {
  new Gauge({
    name: 'longshore_engine_up',
    help: '1 while the engine answers, by engine.',
    labelNames: ['engine'],
    registers: [registry],
    async collect() {
      const up = async (engine: Pick<Engine, 'describe'>) =>
        engine.describe(AbortSignal.timeout(LIMIT_MS)).then(
          () => 1,
          () => 0,
        )
      await Promise.all(
        engines.all().map(async ({ name, engine }) => this.set({ engine: name || 'default' }, await up(engine))),
      )
    },
  })
}
