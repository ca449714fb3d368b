import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import type { Engine, EngineName } from './engine.ts'
import { answersAsDocker, usualSockets } from './find-docker.ts'

export interface EngineChoice {
  wanted: 'auto' | EngineName
  dockerHost?: string | undefined
  installationId: string
  /** For the networks of containers. */
  subnets?: readonly string[]
  dataFolder: string
  log: Pick<Log, 'info' | 'warn'>
  /** Looked at for the usual places of sockets; the process's own when not given. */
  environment?: NodeJS.ProcessEnv
}

const lookMs = 300
const howToChoose = 'Start Docker or Podman, or set LONGSHORE_ENGINE=process to run the built-in images without them.'

/**
 * The best engine that is there. An installation that has used containers keeps to them while their engine is down,
 * because its workloads are there; one that has used processes moves to containers as soon as it can.
 */
export async function chooseEngine(choice: EngineChoice): Promise<Engine> {
  const { wanted, dockerHost, dataFolder, log } = choice
  const before = remembered(dataFolder)
  if (wanted === 'process') return processEngine(choice)
  const answering = await findDocker(dockerHost, choice.environment ?? process.env)
  if (!answering && wanted === 'auto' && before !== 'docker') {
    log.info(`No container engine answers, so workloads run as processes. ${howToChoose.replace(/, or.*/, '.')}`)
    return processEngine(choice)
  }
  if (!answering) log.warn(`The container engine does not answer. ${howToChoose}`)
  if (before === 'process') await endProcesses(choice)
  return dockerEngine(choice, answering ?? dockerHost)
}

async function findDocker(dockerHost: string | undefined, environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const places = dockerHost ? [dockerHost] : usualSockets(environment)
  const answers = await Promise.all(places.map((place) => answersAsDocker(place, lookMs)))
  return places.find((_, index) => answers[index])
}

async function dockerEngine(
  { installationId, subnets, dataFolder }: EngineChoice,
  dockerHost: string | undefined,
): Promise<Engine> {
  const { createDockerEngine } = await import('./docker.ts')
  remember(dataFolder, 'docker')
  return createDockerEngine({ installationId, dockerHost, subnets })
}

async function processEngine({ dataFolder }: EngineChoice): Promise<Engine> {
  const { createProcessEngine } = await import('./process.ts')
  remember(dataFolder, 'process')
  return createProcessEngine({ dataFolder })
}

/** What ran as processes would otherwise run twice: the control plane starts it again in containers. */
async function endProcesses(choice: EngineChoice): Promise<void> {
  const old = await processEngine(choice)
  for (const { id } of await old.list()) await old.remove(id)
  await old.close()
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
