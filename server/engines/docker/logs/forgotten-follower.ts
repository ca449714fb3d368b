import type { DockerClient } from '../docker-client.ts'
import { readFrames } from './read-frames.ts'
import { splitTimestamp } from './timestamp.ts'

const firstWaitMs = 1000
/** How long the waits grow while a log really is silent. */
const longestWaitMs = 60_000

interface Follower {
  /** Whether it waits for the engine, and not for whoever takes its entries. */
  isWaiting(): boolean
  /** How many entries it was told so far. */
  receivedCount(): number
  /** The time of the newest entry it was told; undefined before the first. */
  newestNs(): bigint | undefined
}

/**
 * An engine can forget a follower: where it begins a new file while the follower still reads the older ones, that one
 * may wait for ever on a file that nobody writes any more. So for a follower that hears nothing, the newest entry is
 * asked for now and then. Resolves when there is one that it was not told; never otherwise.
 */
export const whenForgotten = (
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
      waitMs = isSilent ? Math.min(waitMs * 2, longestWaitMs) : firstWaitMs
      if (!signal.aborted) timer = setTimeout(check, waitMs)
    }

    async function isBehind(): Promise<boolean> {
      const atNs = await newestOf(client, container, signal).catch(() => undefined)
      return atNs !== undefined && follower.receivedCount() === previousCount && atNs > (follower.newestNs() ?? -1n)
    }
  })

/** The time of the newest entry of a log; undefined when it has none. */
async function newestOf(client: DockerClient, container: string, signal: AbortSignal): Promise<bigint | undefined> {
  const query = { stdout: true, stderr: true, timestamps: true, tail: 1 }
  const source = await client.stream({ path: `/containers/${container}/logs`, query, signal })
  let newest: bigint | undefined
  for await (const { payload } of readFrames(source)) newest = splitTimestamp(payload).atNs ?? newest
  return newest
}
