import { readFileSync, realpathSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { StartUpError } from '../../start-up/start-up-error.ts'
import type { Engine } from '../engine.ts'
import { createEngines, type Engines, type NamedEngine, THIS_MACHINE } from '../engines.ts'
import type { EngineName } from '../interface/description.ts'
import { LOOPBACK } from '../interface/networks.ts'
import { chooseEngine, defaultSocketOf, type EngineChoice, findDockers } from './choose-engine.ts'
import type { EngineSettings, RegionEngines } from './engine-settings.ts'

export interface EnginesChoice extends EngineChoice {
  /** Null without a file of regions: then each container engine that answers is one. */
  regions: RegionEngines | null
}

/**
 * Chooses the engines of an installation. The default engine follows the settings and may fall back to processes; every
 * other one is what a region names, or a container engine that answers on this machine beside the default one.
 */
export async function chooseEngines(choice: EnginesChoice): Promise<Engines> {
  const { regions } = choice
  if (!regions) return createEngines(await found(choice))
  const { usesDefault, kinds, own } = regions
  const list: NamedEngine[] = []
  const [kind] = kinds
  if (usesDefault || kind !== undefined) {
    // A kind that a region names is not replaced by another one.
    const requested = choice.requested === 'auto' && !usesDefault && kind ? preferred(kinds) : choice.requested
    const engine = await chooseEngine({ ...choice, requested })
    list.push({ name: '', title: THIS_MACHINE, engine })
    for (const other of kinds) if (other !== engine.name) list.push(await named(choice, other))
  }
  for (const settings of own) list.push(await ownEngine(choice, settings))
  return createEngines(list)
}

const preferred = (kinds: ReadonlySet<EngineName>): EngineName => (kinds.has('docker') ? 'docker' : 'process')

/** The default engine, and every other container engine that answers at one of the usual sockets. */
async function found(choice: EnginesChoice): Promise<NamedEngine[]> {
  const engine = await chooseEngine(choice)
  const sole = { name: '', title: THIS_MACHINE, engine }
  if (engine.name === 'process' || choice.dockerHost !== undefined) return [sole]
  const first = defaultSocketOf(choice.dataFolder)
  const known = new Set([...(first ? [placeOf(first)] : []), await idOf(engine)])
  const more: NamedEngine[] = []
  for (const { name, title, host } of await findDockers(choice.environment ?? process.env)) {
    const place = placeOf(host)
    if (known.has(place)) continue
    known.add(place)
    const other = await docker(choice, { host })
    const id = await idOf(other)
    if (id === undefined || !known.has(id)) more.push({ name, title, engine: other })
    else await other.close()
    known.add(id)
  }
  return [sole, ...more]
}

/** Several sockets may lead to one engine, as links or by its id. Podman has no id. */
function placeOf(host: string): string {
  const { pathname } = new URL(host)
  try {
    return realpathSync(pathname)
  } catch {
    return pathname
  }
}

const idOf = async (engine: Engine): Promise<string | undefined> => {
  const description = await engine.describe(AbortSignal.timeout(DESCRIBE_MS)).catch(() => undefined)
  return description?.id
}

const DESCRIBE_MS = 2000

/** An engine that a region names by its kind, while the default one is of the other kind. */
async function named(choice: EnginesChoice, kind: EngineName): Promise<NamedEngine> {
  const engine = kind === 'process' ? await processes(choice, kind) : await docker(choice, { host: choice.dockerHost })
  return { name: kind, title: THIS_MACHINE, engine }
}

async function ownEngine(choice: EnginesChoice, settings: EngineSettings): Promise<NamedEngine> {
  const { name } = settings
  if (settings.kind === 'process') return { name, title: THIS_MACHINE, engine: await processes(choice, name) }
  const { host, publishAddress, tls } = settings
  const { hostname } = new URL(host)
  if (!tls && hostname !== '' && !isLoopback(hostname))
    choice.log.warn(`The engine ${name} is controlled without TLS: whoever can reach ${hostname} can take it over.`)
  const material = tls && { ca: pem(name, tls.ca), cert: pem(name, tls.cert), key: pem(name, tls.key) }
  const engine = await docker(choice, { host, publishAddress, tls: material })
  return { name, title: publishAddress === LOOPBACK ? THIS_MACHINE : `Machine ${name}`, engine }
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'))

async function processes({ dataFolder }: EnginesChoice, name: string): Promise<Engine> {
  const { createProcessEngine } = await import('../process.ts')
  return createProcessEngine({ dataFolder: join(dataFolder, 'engines', name) })
}

interface DockerAt {
  host: string | undefined
  publishAddress?: string
  tls?: { ca: string; cert: string; key: string } | undefined
}

async function docker(
  { installationId, subnets }: EnginesChoice,
  { host, publishAddress, tls }: DockerAt,
): Promise<Engine> {
  const { createDockerEngine } = await import('../docker.ts')
  return createDockerEngine({ installationId, dockerHost: host, subnets, publishAddress, tls })
}

function pem(engine: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new StartUpError(`The file ${path} of the engine ${engine} cannot be read. Correct LONGSHORE_REGIONS.`, {
      cause,
    })
  }
}
