import type { DockerClient } from '../docker-client.ts'
import { readFrames } from './read-frames.ts'
import { splitTimestamp } from './timestamp.ts'

const firstWaitMs = 1000
/** Upper bound of the back-off while a log is silent. */
const maxWaitMs = 60_000

interface Follower {
  /** Whether it waits for the engine, rather than for its consumer. */
  isWaiting(): boolean
  /** The number of entries received so far. */
  receivedCount(): number
  /** The time of the newest received entry; undefined before the first. */
  newestNs(): bigint | undefined
}

/**
 * Resolves when the log has an entry that the follower did not receive; otherwise never. When the engine rotates a log
 * while a follower still reads the older files, that follower may wait for ever on a file that is no longer written. So
 * while a follower receives nothing, the newest entry is requested at growing intervals.
 */
export const detectStalledFollower = (
  client: DockerClient,
  container: string,
  follower: Follower,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve) => {
    let previousCount = -1
    let waitMs = firstWaitMs
    let timer = setTimeout(check, waitMs)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })

    async function check(): Promise<void> {
      const isSilent = follower.isWaiting() && follower.receivedCount() === previousCount
      previousCount = follower.receivedCount()
      if (isSilent && (await isBehind())) return resolve()
      waitMs = isSilent ? Math.min(waitMs * 2, maxWaitMs) : firstWaitMs
      if (!signal.aborted) timer = setTimeout(check, waitMs)
    }

    async function isBehind(): Promise<boolean> {
      const atNs = await newestOf(client, container, signal).catch(() => undefined)
      return atNs !== undefined && follower.receivedCount() === previousCount && atNs > (follower.newestNs() ?? -1n)
    }
  })

/** Returns the time of the newest entry of a log; undefined when the log is empty. */
async function newestOf(client: DockerClient, container: string, signal: AbortSignal): Promise<bigint | undefined> {
  const query = { stdout: true, stderr: true, timestamps: true, tail: 1 }
  const source = await client.stream({ path: `/containers/${container}/logs`, query, signal })
  let newest: bigint | undefined
  for await (const { payload } of readFrames(source)) newest = splitTimestamp(payload).atNs ?? newest
  return newest
}
