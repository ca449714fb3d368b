import type { Container } from 'dockerode'
import { statusOf } from '../docker-failure.ts'

const CALL_MS = 10_000

type ProcessIds = ReadonlySet<string> | undefined

/** Returns the ids of a container's processes; undefined where the engine cannot list them. */
export async function processesIn(container: Container): Promise<ProcessIds> {
  try {
    const { Titles, Processes } = await container.top({ abortSignal: AbortSignal.timeout(CALL_MS) })
    const at = Titles.indexOf('PID')
    return at < 0 ? undefined : new Set(Processes.map((columns: string[]) => columns[at]))
  } catch {
    return undefined
  }
}

/** Ends what a command has left in a container, if there is any process that was not there before it. */
export async function endRest(container: Container, before: ProcessIds, kill: () => Promise<void>): Promise<void> {
  const after = await processesIn(container)
  if (before && after && [...after].every((id) => before.has(id))) return
  if (!(await isContainerRunning(container))) return
  try {
    await kill()
  } catch (error) {
    // Nothing outlives its container.
    if (await isContainerRunning(container)) throw error
  }
}

/** Also false for a container that is gone. */
export async function isContainerRunning(container: Container): Promise<boolean> {
  try {
    return (await container.inspect()).State.Running
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}
