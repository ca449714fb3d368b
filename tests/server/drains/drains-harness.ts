import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { LogAddress } from '../../../server/compute/logs/log-address.ts'
import type { InputOf } from '../../../src/contract/contract.ts'
import type { Drain } from '../../../src/contract/wire/drains/drain.ts'
import type { ComputeHarness } from '../compute-harness.ts'
import { freshInstance, lineAt, storeLines } from '../logs-harness.ts'
import { until } from '../until.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  text: string
}

export interface Receiver {
  url: string
  received: Received[]
  /** Answers the next requests; by default all with status 200. */
  respond: (request: Received, response: ServerResponse) => void
  /** The messages of all records of requests that were answered with success. */
  messages(): string[]
  close(): Promise<void>
}

const accept = (_: Received, response: ServerResponse) => void response.writeHead(200).end('taken')

/** Starts an HTTP server that writes down what it receives. */
export async function startReceiver(): Promise<Receiver> {
  const taken: Received[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part as Buffer)
    } catch {
      return
    }
    const bytes = Buffer.concat(parts)
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    const one = { path: request.url ?? '', headers: request.headers, text }
    receiver.received.push(one)
    response.once('finish', () => {
      if (response.statusCode < 300) taken.push(one)
    })
    receiver.respond(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`,
    received: [],
    respond: accept,
    messages: () => taken.flatMap(({ text }) => recordsOf(text).map(({ message }) => message)),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}

interface WrittenRecord {
  message: string
  stream: string
  sequence: number
  [field: string]: unknown
}

/** Every line of the text is one JSON object. */
export const recordsOf = (text: string): WrittenRecord[] => {
  if (!text.endsWith('\n')) throw new Error('The last record does not end.')
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line))
}

export type DrainInput = Omit<InputOf<'createDrain'>, 'id'>

export const createDrain = async (
  harness: ComputeHarness,
  target: DrainInput['target'],
  more: Partial<DrainInput> = {},
): Promise<Drain> =>
  (await harness.call('createDrain', { id: harness.organizationId, name: 'Collector', target, ...more })).drain

export const readDrain = (harness: ComputeHarness, { _id }: Drain) => harness.call('readDrain', { id: _id })

/** Resolves with a drain once it fulfils a condition. */
export const drainOnce = (harness: ComputeHarness, drain: Drain, isSo: (now: Drain) => boolean): Promise<Drain> =>
  until(async () => {
    const { drain: now } = await readDrain(harness, drain)
    return isSo(now) ? now : undefined
  }, 20_000)

/** A log of drains that no engine writes to: that of a service that the instance does not have. */
export const quietLog = async (harness: ComputeHarness, service = 'extra') => {
  const { instance, address } = await freshInstance(harness)
  const log: LogAddress = { ...address, logType: 'instanceLogs', service }
  return { instance, log }
}

export const texts = (word: string, count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => `${word} ${from + index}`)

export const store = (harness: ComputeHarness, log: LogAddress, lines: readonly string[], stream = 'stdout') =>
  storeLines(
    harness,
    log,
    lines.map((line) => lineAt(Date.now(), line, stream as 'stdout')),
  )
