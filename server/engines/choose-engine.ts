import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Engine } from './engine.ts'
import { defaultSockets, pingDocker } from './find-docker.ts'
import type { EngineName } from './interface/description.ts'

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
const howToChoose = 'Start Docker or Podman, or set LONGSHORE_ENGINE=process to run the built-in images without them.'

/**
 * Chooses an engine. An installation that has used containers stays with them while their engine is down, because its
 * workloads are there; one that has used processes moves to containers as soon as an engine responds. Production never
 * falls back to processes: without a container engine it starts, but runs nothing until an engine responds.
 */
export async function chooseEngine(choice: EngineChoice): Promise<Engine> {
  const { requested, dockerHost, dataFolder, log } = choice
  const before = remembered(dataFolder)
  if (requested === 'process') return processEngine(choice)
  const reachableHost = await findDocker(dockerHost, choice.environment ?? process.env)
  const mayFallBack = requested === 'auto' && !choice.isProduction
  if (!reachableHost && mayFallBack && before !== 'docker') {
    log.info(`No container engine answers, so workloads run as processes. ${howToChoose.replace(/, or.*/, '.')}`)
    return processEngine(choice)
  }
  if (!reachableHost) log.warn(`The container engine does not answer. ${howToChoose}`)
  if (before === 'process' && reachableHost) await stopProcesses(choice)
  else if (before === 'process') await pauseProcesses(choice)
  if (before !== 'process' || reachableHost) remember(dataFolder, 'docker')
  return dockerEngine(choice, reachableHost ?? dockerHost)
}

async function findDocker(dockerHost: string | undefined, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const sockets = dockerHost ? [dockerHost] : defaultSockets(environment)
  const pings = await Promise.all(sockets.map((socket) => pingDocker(socket, probeTimeoutMs)))
  return sockets.find((_, index) => pings[index])
}

async function dockerEngine(
  { installationId, subnets }: EngineChoice,
  dockerHost: string | undefined,
): Promise<Engine> {
  const { createDockerEngine } = await import('./docker.ts')
  return createDockerEngine({ installationId, dockerHost, subnets })
}

async function processEngine({ dataFolder }: EngineChoice): Promise<Engine> {
  const { createProcessEngine } = await import('./process.ts')
  remember(dataFolder, 'process')
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

function remembered(dataFolder: string): string | undefined {
  try {
    return readFileSync(join(dataFolder, 'engine'), 'utf8').trim()
  } catch {
    return undefined
  }
}

function remember(dataFolder: string, name: EngineName): void {
  mkdirSync(dataFolder, { recursive: true })
  writeFileSync(join(dataFolder, 'engine'), `${name}\n`)
}
