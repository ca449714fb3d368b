import { findChromium } from '../find-chromium.ts'
import { type ContainerEngine, startContainerEngine } from './container-engine.ts'
import type { Need } from './stage.ts'
import { installMissing } from './system-packages.ts'

export interface Machine {
  env: NodeJS.ProcessEnv
  /** Why a need is not met, and what to do about it. */
  missing: Partial<Record<Need, string>>
  stop(): Promise<void>
}

/** Finds or brings up what the chosen stages need besides node_modules. */
export async function prepareMachine(needs: ReadonlySet<Need>): Promise<Machine> {
  installMissing(needs)
  const missing: Machine['missing'] = {}
  const env: NodeJS.ProcessEnv = {}

  const chromium = findChromium()
  if (chromium) env.CHROMIUM = chromium
  else missing.browser = 'no Chromium was found; install it, or set CHROMIUM to its path'

  const engine: ContainerEngine | undefined = needs.has('containers') ? await startOrSay() : undefined
  if (engine && 'host' in engine) env.LONGSHORE_TEST_DOCKER_HOST = engine.host
  else if (engine) missing.containers = engine.skipped

  return { env, missing, stop: async () => (engine && 'stop' in engine ? engine.stop() : undefined) }
}

async function startOrSay(): Promise<ContainerEngine> {
  try {
    return await startContainerEngine()
  } catch (error) {
    return { skipped: `the container engine could not be started: ${error instanceof Error ? error.message : error}` }
  }
}
