import { linesOf } from '../../../../src/rules/log-batch.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { logExtent, readBatchesBefore } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'
import { withoutColours } from '../search/without-colours.ts'

const MAX_LENGTH = 300
const BYTES_AT_ONCE = 65_536

/** Returns at most `count` of the newest lines that a program wrote, oldest first, shortened and without colours. */
export async function lastLines(db: DbOrTx, address: LogAddress, count: number): Promise<string[]> {
  const { oldest, head } = await logExtent(db, address)
  const range = { from: Math.max(oldest, head - count + 1), to: head }
  const batches = await readBatchesBefore(db, address, range, BYTES_AT_ONCE)
  return batches
    .flatMap(linesOf)
    .filter(({ stream }) => stream !== 'system')
    .map(({ log }) => shortened(withoutColours(log)))
}

const shortened = (line: string): string => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line)
