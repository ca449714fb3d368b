import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

export type ContainerEngine = { host: string; stop(): Promise<void> } | { skipped: string }

/** Starts the run's one container engine, by the tests' own starter. */
export async function startContainerEngine(): Promise<ContainerEngine> {
  const starter = 'tests/container-engine.ts'
  if (!existsSync(starter)) return { skipped: `there is no ${starter}` }
  const { startContainerEngine } = await import(pathToFileURL(starter).href)
  return startContainerEngine()
}
