import { setTimeout as delay } from 'node:timers/promises'
import type { EngineOfRegions } from '../../../src/contract/wire/configuration.ts'
import type { Engine } from '../engine.ts'
import type { Engines, NamedEngine } from '../engines.ts'
import type { EngineDescription, MeasuredIsolation } from '../interface/description.ts'

export type DescribedEngine = Pick<Engine, 'name' | 'describe'>
type RegionOfEngine = { name: string; engineName: string }

const REFRESH_MS = 5000
/** The longest wait for an engine beside the default one, once after the start. */
const WAIT_MS = 2000

/** Returns what describes the engines, the default one first, for the console. */
export function describeEngines(
  engines: Pick<Engines<DescribedEngine>, 'all'>,
  regions: readonly RegionOfEngine[],
): () => Promise<EngineOfRegions[]> {
  const all = engines.all().map((named) => {
    const latest = latestDescription(named.engine, named.name === '' ? undefined : WAIT_MS)
    return async () => wireOf(named, await latest(), regions)
  })
  return () => Promise.all(all.map((describe) => describe()))
}

const wireOf = (
  { name, title, engine }: NamedEngine<DescribedEngine>,
  described: EngineDescription | undefined,
  regions: readonly RegionOfEngine[],
): EngineOfRegions => ({
  kind: engine.name,
  title,
  regions: regions.filter(({ engineName }) => engineName === name).map((region) => region.name),
  isolation: described?.isolation ?? '',
  measured: described?.measured ? measuredOf(described.measured) : null,
})

const measuredOf = ({ atMs, ...measured }: MeasuredIsolation) => ({
  ...measured,
  measuredAt: new Date(atMs).toISOString(),
})

/**
 * Requests the engine's description every few seconds at most; while the engine is down, the last description remains
 * valid.
 */
function latestDescription(engine: DescribedEngine, waitMs?: number): () => Promise<EngineDescription | undefined> {
  let known: EngineDescription | undefined
  let requestedAtMs = Number.NEGATIVE_INFINITY
  let pending: Promise<void> = Promise.resolve()
  let waited: Promise<void> | undefined
  return async () => {
    if (performance.now() - requestedAtMs > REFRESH_MS) {
      requestedAtMs = performance.now()
      pending = engine.describe().then(
        (description) => {
          known = description
        },
        () => {
          requestedAtMs = Number.NEGATIVE_INFINITY
        },
      )
      waited ??= waitMs === undefined ? undefined : delay(waitMs, undefined, { ref: false })
    }
    // Waits for a new description only if there is no older one.
    if (!known) await (waited ? Promise.race([pending, waited]) : pending)
    return known
  }
}
