import type { Engine } from '../../../engines/engine.ts'
import { readerState } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'
import { LineSplitter } from './line-splitter.ts'
import { LogWriter, type WriterOptions } from './log-writer.ts'
import { type ReadPosition, readAgainFromMs } from './read-position.ts'

export interface Reading extends WriterOptions {
  engine: Engine
  workloadId: string
  address: LogAddress
  signal: AbortSignal
}

/** Stores a workload's output from the last stored line until the workload ends. */
export async function readWorkload({ engine, workloadId, address, signal, ...options }: Reading): Promise<void> {
  const state = await readerState(options.db, address)
  const stdout = new LineSplitter('stdout', state.position.stdout)
  const stderr = new LineSplitter('stderr', state.position.stderr)
  const writer = new LogWriter(options, address, state)
  const currentPosition = (): ReadPosition => ({
    ...(stdout.position ? { stdout: stdout.position } : {}),
    ...(stderr.position ? { stderr: stderr.position } : {}),
  })
  try {
    const sinceMs = readAgainFromMs(state.position)
    for await (const entry of engine.logs(workloadId, { follow: true, sinceMs, signal })) {
      const lines = (entry.stream === 'stdout' ? stdout : stderr).take(entry)
      if (lines.length > 0) await writer.add(lines, entry.bytes.length, currentPosition())
    }
    signal.throwIfAborted()
    const rest = [...stdout.end(), ...stderr.end()]
    await writer.add(rest, 0, currentPosition())
    await writer.end(signal)
  } catch (error) {
    if (signal.aborted) await writer.flush().catch(() => {})
    throw error
  } finally {
    writer.abandon()
  }
}
