import { startContainerEngine, type TestContainerEngine } from '../../../tests/container-engine.ts'
import { findTestBrowser } from '../../find-chromium.ts'
import type { Need } from '../stages/stage.ts'
import { type ContainerNetwork, startContainerNetwork } from './container-network.ts'
import { installBrowser } from './install-browser.ts'

export interface Machine {
  env: NodeJS.ProcessEnv
  /** Why a need is not met, and how to fix it. */
  missing: Partial<Record<Need, string>>
  /** Where the stages with containers run, if they can have a network of their own. */
  containerNetwork?: ContainerNetwork
  stop(): Promise<void>
}

/** Finds or starts what the chosen stages need besides node_modules. */
export async function prepareMachine(needs: ReadonlySet<Need>): Promise<Machine> {
  const missing: Machine['missing'] = {}
  const env: NodeJS.ProcessEnv = {}

  if (needs.has('browser')) {
    const chromium = findTestBrowser() ?? (installBrowser() ? findTestBrowser() : undefined)
    if (chromium) env.CHROMIUM = chromium
    else missing.browser = 'no Chromium was found: install it, or set CHROMIUM to its path'
  }

  const containerNetwork = needs.has('containers') ? await startContainerNetwork() : undefined
  if (containerNetwork)
    return {
      env: { ...env, LONGSHORE_TEST_DOCKER_HOST: containerNetwork.host },
      missing,
      containerNetwork,
      stop: containerNetwork.stop,
    }

  const engine = needs.has('containers') ? await startOrSkip() : undefined
  if (engine && 'host' in engine) env.LONGSHORE_TEST_DOCKER_HOST = engine.host
  else if (engine) missing.containers = engine.skipped

  const stop = async () => {
    // The engine's own timers do not keep this process alive.
    const hold = setInterval(() => {}, 1000)
    if (engine && 'stop' in engine) await engine.stop()
    clearInterval(hold)
  }
  return { env, missing, stop }
}

async function startOrSkip(): Promise<TestContainerEngine> {
  try {
    return await startContainerEngine()
  } catch (error) {
    return { skipped: `the container engine could not be started: ${error instanceof Error ? error.message : error}` }
  }
}
