import type { ReadStream, WriteStream } from 'node:tty'
import type { RawTerminal } from '../world.ts'

/** Returns the terminal of this process; null where input or output is none. */
export const rawTerminal = (input: ReadStream, output: WriteStream): RawTerminal | null => {
  if (!input.isTTY || !output.isTTY) return null
  const stops: (() => void)[] = []
  const size = () => ({ columns: output.columns, rows: output.rows })
  return {
    open: () => {
      input.setRawMode(true)
      input.setEncoding('utf8')
    },
    size,
    write: (bytes, written) => void output.write(bytes, written),
    onKeys: (listener) => {
      input.on('data', listener)
      stops.push(() => input.off('data', listener))
    },
    onResize: (listener) => {
      const resized = () => listener(size())
      output.on('resize', resized)
      stops.push(() => output.off('resize', resized))
    },
    close: () => {
      for (const stop of stops.splice(0)) stop()
      input.setRawMode(false)
      input.pause()
    },
  }
}
