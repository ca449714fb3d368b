import { setTimeout as delay } from 'node:timers/promises'
import type { LogEntry, LogOptions } from '../../engine.ts'
import type { DockerClient } from '../docker-client.ts'
import { dockerFailure, statusOf } from '../docker-failure.ts'
import { LogPosition } from './log-position.ts'
import { readFrames } from './read-frames.ts'
import { detectStalledFollower } from './stalled-follower.ts'
import { sinceParameter, splitTimestamp } from './timestamp.ts'

const pauseMs = 100

/**
 * Streams a container's log with nothing lost or repeated. A read can end early (seen with bursts when a container
 * ends), so the log of an ended container is read again from the last position until a read yields nothing new; a
 * running container's log is followed again. When timestamps jump while following, the engine may have repeated or
 * skipped whole files, so the follow restarts. Podman drops lines in the middle of a followed log, so there every read
 * is a plain one.
 */
export async function* dockerLogs(
  client: DockerClient,
  container: string,
  options: LogOptions,
): AsyncGenerator<LogEntry> {
  const position = new LogPosition(options.sinceMs)
  let hasEnded = false
  try {
    const canFollow = options.follow && !(await client.isPodman())
    for (;;) {
      let given = 0
      for await (const entry of readOnce(client, container, position, options, canFollow && !hasEnded)) {
        given += 1
        yield entry
      }
      if (position.mustLookBack) continue
      if (hasEnded && given === 0) return
      hasEnded = !(await isRunning(client, container))
      if (!hasEnded && !options.follow) return
      if (!hasEnded) await delay(pauseMs, undefined, options.signal ? { signal: options.signal } : {})
    }
  } catch (error) {
    if (options.signal?.aborted || (statusOf(error) === 404 && hasEnded)) return
    throw dockerFailure(error)
  }
}

async function* readOnce(
  client: DockerClient,
  container: string,
  position: LogPosition,
  options: LogOptions,
  follow: boolean,
): AsyncGenerator<LogEntry> {
  const sinceNs = position.beginRead()
  const since = sinceNs === undefined ? {} : { since: sinceParameter(sinceNs) }
  const over = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal
  const source = await client.stream({
    path: `/containers/${container}/logs`,
    query: { stdout: true, stderr: true, timestamps: true, follow, ...since },
    signal,
  })
  let receivedCount = 0
  let isWaiting = true
  if (follow) {
    const follower = {
      receivedCount: () => receivedCount,
      isWaiting: () => isWaiting,
      newestNs: () => position.newestNs,
    }
    void detectStalledFollower(client, container, follower, signal).then(() => over.abort())
  }
  try {
    for await (const { stream, payload } of readFrames(source)) {
      receivedCount += 1
      const line = splitTimestamp(payload)
      const atNs = line.atNs ?? position.lastOf(stream)
      if (position.jumps(stream, atNs)) return
      if (!position.accept(stream, atNs, line.bytes)) continue
      isWaiting = false
      yield { stream, atNs: String(atNs), bytes: line.bytes }
      isWaiting = true
    }
  } catch (error) {
    if (!over.signal.aborted) throw error
  } finally {
    over.abort()
    source.destroy()
  }
}

/** A removed container counts as ended. */
async function isRunning({ docker }: DockerClient, container: string): Promise<boolean> {
  try {
    const { State } = await docker.getContainer(container).inspect()
    return State.Running
  } catch (error) {
    if (statusOf(error) === 404) return false
    throw error
  }
}
