import type { Engine } from '../../../../engines/engine.ts'
import { cleanLine } from '../../../logs/reading/clean-line.ts'

const MAX_LINES = 200
const MAX_BYTES = 65_536

/** Returns the last lines that an ended workload wrote. */
export async function lastLines(engine: Pick<Engine, 'logs'>, id: string): Promise<string[]> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const entry of engine.logs(id, { follow: false })) {
    parts.push(entry.bytes)
    bytes += entry.bytes.length
    while (bytes > MAX_BYTES && parts.length > 1) bytes -= parts.shift()?.length ?? 0
  }
  const lines = Buffer.concat(parts).subarray(-MAX_BYTES).toString('utf8').split(/\r?\n/)
  return lines.flatMap((line) => cleanLine(Buffer.from(line), 0) ?? []).slice(-MAX_LINES)
}
