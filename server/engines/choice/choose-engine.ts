import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import type { Engine } from '../engine.ts'
import type { EngineName } from '../interface/description.ts'
import { type DefaultSocket, defaultSockets, pingDocker } from './find-docker.ts'

export interface EngineChoice {
  requested: 'auto' | EngineName
  /** In production, the process engine is used only when requested by name. */
  isProduction: boolean
  dockerHost?: string | undefined
  installationId: string
  /** For container networks. */
  subnets?: readonly string[]
  dataFolder: string
  log: Pick<Log, 'info' | 'warn'>
  /** Used to locate the default sockets; `process.env` when not given. */
  environment?: NodeJS.ProcessEnv
}

const probeTimeoutMs = 300
const SOCKET_FILE = 'engine-socket'
const howToChoose = 'Start Docker or Podman, or set LONGSHORE_ENGINE=process to run the built-in images without them.'

/**
 * Chooses an engine. An installation that has used containers stays with them while their engine is down, because its
 * workloads are there; one that has used processes moves to containers as soon as an engine responds. Production never
 * falls back to processes: without a container engine it starts, but runs nothing until an engine responds.
 */
export async function chooseEngine(choice: EngineChoice): Promise<Engine> {
  const { requested, dockerHost, dataFolder, log } = choice
  const before = remembered(dataFolder, 'engine')
  if (requested === 'process') return processEngine(choice)
  const reachableHost = await findDocker(choice)
  const mayFallBack = requested === 'auto' && !choice.isProduction
  if (!reachableHost && mayFallBack && before !== 'docker') {
    log.info(`No container engine answers, so workloads run as processes. ${howToChoose.replace(/, or.*/, '.')}`)
    return processEngine(choice)
  }
  if (!reachableHost) log.warn(`The container engine does not answer. ${howToChoose}`)
  if (before === 'process' && reachableHost) await stopProcesses(choice)
  else if (before === 'process') await pauseProcesses(choice)
  if (before !== 'process' || reachableHost) remember(dataFolder, 'engine', 'docker')
  return dockerEngine(choice, reachableHost ?? dockerHost ?? defaultSocketOf(dataFolder))
}

async function findDocker({
  dockerHost,
  environment = process.env,
  dataFolder,
}: EngineChoice): Promise<string | undefined> {
  const responds = (host: string) => pingDocker(host, probeTimeoutMs)
  if (dockerHost) return (await responds(dockerHost)) ? dockerHost : undefined
  const before = defaultSocketOf(dataFolder)
  // An engine that is down keeps its workloads, so another one does not take its place.
  if (before !== undefined) return (await responds(before)) ? before : undefined
  const [first] = await findDockers(environment)
  if (first) remember(dataFolder, SOCKET_FILE, first.host)
  return first?.host
}

/** Returns the default sockets at which a container engine answers. */
export async function findDockers(environment: NodeJS.ProcessEnv): Promise<DefaultSocket[]> {
  const sockets = defaultSockets(environment)
  const pings = await Promise.all(sockets.map(({ host }) => pingDocker(host, probeTimeoutMs)))
  return sockets.filter((_, index) => pings[index])
}

async function dockerEngine(
  { installationId, subnets }: EngineChoice,
  dockerHost: string | undefined,
): Promise<Engine> {
  const { createDockerEngine } = await import('../docker.ts')
  return createDockerEngine({ installationId, dockerHost, subnets })
}

async function processEngine({ dataFolder }: EngineChoice): Promise<Engine> {
  const { createProcessEngine } = await import('../process.ts')
  remember(dataFolder, 'engine', 'process')
  return createProcessEngine({ dataFolder })
}

/**
 * Removes the processes: the control plane re-creates their workloads in containers, so they would otherwise run twice.
 */
async function stopProcesses(choice: EngineChoice): Promise<void> {
  const old = await processEngine(choice)
  for (const { id } of await old.list()) await old.remove(id)
  await old.close()
}

/** Stops the processes but keeps their files; they start again when the process engine is chosen again. */
async function pauseProcesses(choice: EngineChoice): Promise<void> {
  await (await processEngine(choice)).close()
}

/** Returns the socket of the default engine, where it was found at one of the usual sockets. */
export const defaultSocketOf = (dataFolder: string): string | undefined => remembered(dataFolder, SOCKET_FILE)

function remembered(dataFolder: string, file: string): string | undefined {
  try {
    return readFileSync(join(dataFolder, file), 'utf8').trim()
  } catch {
    return undefined
  }
}

function remember(dataFolder: string, file: string, text: string): void {
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(join(dataFolder, file), `${text}\n`)
}
