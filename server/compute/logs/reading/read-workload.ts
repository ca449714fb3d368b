import type { DeploymentId } from '../../../../src/contract/wire/common.ts'
import type { Engine, LogEntry } from '../../../engines/engine.ts'
import type { Masker } from '../../deployments/masking/secret-masker.ts'
import { type ReaderState, readerState } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'
import type { StoredLine } from '../stored-line.ts'
import type { Limit } from './limit-concurrency.ts'
import { LineSplitter } from './line-splitter.ts'
import { LogWriter, type WriterOptions } from './log-writer.ts'
import { type ReadPosition, readAgainFromMs } from './read-position.ts'

/** Returns what hides the secret values of a deployment in its output. */
export type MaskerOf = (deploymentId: DeploymentId) => Promise<Masker>

export interface Reading extends WriterOptions {
  engine: Pick<Engine, 'logs'>
  workloadId: string
  maskerOf: MaskerOf
  /** Limits how many readers query the database for their beginning at once. */
  limit: Limit
  address: LogAddress
  signal: AbortSignal
}

/** Stores a workload's output from the last stored line until the workload ends. */
export async function readWorkload(reading: Reading): Promise<void> {
  const { engine, workloadId, maskerOf, limit, address, signal, db } = reading
  const { state, mask } = await limit(async () => {
    signal.throwIfAborted()
    return { state: await readerState(db, address), mask: await maskerOf(address.deploymentId) }
  })
  // Created with the first output, because most of thousands of workloads are silent for long.
  let output: Output | undefined
  try {
    const sinceMs = readAgainFromMs(state.position)
    for await (const entry of engine.logs(workloadId, { follow: true, sinceMs, signal })) {
      output ??= openOutput(reading, state, mask)
      await output.take(entry)
    }
    signal.throwIfAborted()
    await output?.end()
  } catch (error) {
    if (signal.aborted) await output?.writer.flush().catch(() => {})
    throw error
  } finally {
    output?.writer.abandon()
  }
}

interface Output {
  writer: LogWriter
  take(entry: LogEntry): Promise<void>
  end(): Promise<void>
}

function openOutput({ address, signal, ...options }: Reading, state: ReaderState, mask: Masker): Output {
  const stdout = new LineSplitter('stdout', state.position.stdout)
  const stderr = new LineSplitter('stderr', state.position.stderr)
  const writer = new LogWriter(options, address, state)
  const masked = (lines: StoredLine[]) => lines.map((line) => ({ ...line, text: mask(line.text) }))
  const currentPosition = (): ReadPosition => ({
    ...(stdout.position ? { stdout: stdout.position } : {}),
    ...(stderr.position ? { stderr: stderr.position } : {}),
  })
  return {
    writer,
    async take(entry) {
      const lines = (entry.stream === 'stdout' ? stdout : stderr).take(entry)
      if (lines.length > 0) await writer.add(masked(lines), entry.bytes.length, currentPosition())
    },
    async end() {
      await writer.add(masked([...stdout.end(), ...stderr.end()]), 0, currentPosition())
      await writer.end(signal)
    },
  }
}
