import type { Duplex } from 'node:stream'
import { EngineFailure } from '../../engine.ts'

const START_MS = 15_000
/** The mark comes first; before it there is only an error of the engine. */
const MAX_BYTES = 4096

/**
 * Resolves when a session has printed its mark, whose line is removed from the stream; with what was printed instead
 * when the stream ends before.
 */
export function awaitStart(stream: Duplex, mark: string): Promise<{ hasStarted: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    let seen = Buffer.alloc(0)
    const done = (settle: () => void) => {
      clearTimeout(timer)
      stream.pause()
      stream.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError)
      settle()
    }
    const onData = (bytes: Buffer) => {
      seen = Buffer.concat([seen, bytes])
      const at = seen.indexOf(mark)
      const lineEnd = at < 0 ? -1 : seen.indexOf('\n', at)
      if (lineEnd >= 0)
        done(() => {
          const rest = seen.subarray(lineEnd + 1)
          if (rest.length > 0) stream.unshift(rest)
          resolve({ hasStarted: true, output: '' })
        })
      else if (seen.length > MAX_BYTES) onEnd()
    }
    const onEnd = () => done(() => resolve({ hasStarted: false, output: seen.toString() }))
    const onError = (error: Error) => done(() => reject(error))
    const timer = setTimeout(() => {
      onError(new EngineFailure('unexpected', 'The shell did not start in time. Try again in a moment.'))
    }, START_MS)
    stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError)
  })
}
