import * as v from 'valibot'
import { appendLines } from '../../server/compute/logs/chunks/append-lines.ts'
import { logExtent } from '../../server/compute/logs/chunks/read-batches.ts'
import type { LogAddress } from '../../server/compute/logs/log-address.ts'
import type { StoredLine } from '../../server/compute/logs/stored-line.ts'
import { permissions } from '../../src/contract/access.ts'
import { callNamed, type InputOf, type ResponseOf } from '../../src/contract/contract.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { LogLine } from '../../src/contract/wire/log.ts'
import type { ComputeHarness } from './compute-harness.ts'

/** A log type that neither the platform nor an engine reader writes. */
export const QUIET_LOG = 'shellCommands'

export const freshInstance = async (harness: ComputeHarness): Promise<{ instance: Instance; address: LogAddress }> => {
  const instance = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
  if (!instance.activeDeployment) throw new Error('No deployment')
  return { instance, address: { deploymentId: instance.activeDeployment, logType: QUIET_LOG, service: '' } }
}

export const lineAt = (atMs: number, text: string, stream: StoredLine['stream'] = 'stdout'): StoredLine => ({
  atMs,
  stream,
  text,
})

/** Appends lines to a log, as one chunk. */
export const storeLines = async (
  { store }: ComputeHarness,
  address: LogAddress,
  lines: StoredLine[],
): Promise<void> => {
  const { head } = await logExtent(store.db, address)
  await appendLines(store.db, { ...address, firstSequence: head + 1, lines, resume: {} })
}

type SearchInput = Omit<InputOf<'searchLogs'>, 'id' | 'logType'>
type Piece = ResponseOf<'searchLogs'>

/** Runs a search and yields its pieces. */
export const searching = (
  { compute, userId, organizationId, log }: ComputeHarness,
  address: LogAddress,
  input: SearchInput,
  signal = new AbortController().signal,
): AsyncIterable<Piece> => {
  const { query } = callNamed('searchLogs')
  if (!query) throw new Error('The call has no query')
  const parsed = v.parse(query, { ...input, logType: address.logType }) as object
  return compute.handlers.searchLogs({
    // Parsed as the route does.
    input: { id: address.deploymentId, ...parsed } as never,
    caller: { kind: 'user', userId, by: { session: 'a session', expiresAtMs: Number.POSITIVE_INFINITY } },
    scope: { organizationId, role: 'owner', permissions },
    address: '127.0.0.1',
    userAgent: 'a test',
    cookies: { read: () => undefined, set: () => undefined },
    log,
    requestId: 'a request',
    signal,
  })
}

export const searched = async (harness: ComputeHarness, address: LogAddress, input: SearchInput) => {
  const lines: LogLine[] = []
  const { response } = callNamed('searchLogs')
  for await (const piece of searching(harness, address, input)) {
    v.assert(response, piece)
    if (piece.kind === 'matches') lines.push(...piece.lines)
    if (piece.kind === 'ended') return { lines, sequences: lines.map(({ sequence }) => sequence), ended: piece }
  }
  throw new Error('The search did not end')
}
