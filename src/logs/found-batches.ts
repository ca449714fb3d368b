import type { LogBatch, LogLine } from '../contract/wire/log.ts'
import { batchOf } from '../rules/log-batch.ts'

/** Groups found lines, which arrive newest first, into batches of consecutive lines. */
export const foundBatches = (lines: readonly LogLine[]): LogBatch[] => {
  const runs: LogLine[][] = []
  for (const line of lines.toSorted((a, b) => a.sequence - b.sequence)) {
    const run = runs.at(-1)
    if (run?.at(-1)?.sequence === line.sequence - 1) run.push(line)
    else runs.push([line])
  }
  return runs.map((run) =>
    batchOf(
      run.map(({ time, stream, log }) => ({ atMs: Date.parse(time), stream, text: log })),
      run[0]?.sequence ?? 0,
    ),
  )
}
