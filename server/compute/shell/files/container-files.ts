import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import {
  type FileInput,
  type FileRequest,
  type FileResponses,
  MAX_DOWNLOAD_BYTES,
  TRANSFERS_PER_SESSION,
} from '../../../../src/contract/shell/shell-files.ts'
import { type Engine, EngineFailure } from '../../../engines/engine.ts'
import { ApiError } from '../../../http/api-error.ts'
import { createConcurrencyLimit } from '../../../live/concurrency-limit.ts'
import { rejectionOf } from '../shell-rejection.ts'
import { discardCommand, fileRejection, listCommand, readCommand, sizeCommand, writeCommand } from './file-commands.ts'
import { parseListing } from './parse-listing.ts'

const COMMAND_MS = 30_000
const COMMANDS_AT_ONCE = 4
const PIECE_BYTES = 64 * 1024

type FileEngine = Pick<Engine, 'exec' | 'stream' | 'feed'>
type Handlers = { [R in FileRequest]: (input: FileInput<R>) => Promise<FileResponses[R]> }

export interface ContainerFiles extends Handlers {
  /** Ends the transfers, whose browser is gone. */
  stop(): void
}

type Transfer = { abort: AbortController } & (
  | { kind: 'read'; source: Readable; leftBytes: number }
  | { kind: 'write'; input: PassThrough; leftBytes: number; written: Promise<void> }
)

/** The files of one container, read and written by commands in it. Each transfer waits for its browser. */
export function containerFiles(engine: FileEngine, workloadId: string, over: AbortSignal): ContainerFiles {
  const transfers = new Map<number, Transfer>()
  const commands = createConcurrencyLimit(COMMANDS_AT_ONCE)
  let last = 0

  const run = async (command: string[]) => {
    const release = commands.take('')
    if (!release) throw new ApiError('tooMany', { message: 'Wait until the folders before are shown.' })
    const limits = { timeoutMs: COMMAND_MS, signal: over }
    const result = await engine.exec(workloadId, command, limits).finally(release)
    if (result.hasTimedOut) throw new ApiError('invalid', { message: 'The container did not answer in time.' })
    const rejection = fileRejection(result.exitCode)
    if (rejection) throw rejection
    if (result.exitCode !== 0)
      throw new ApiError('invalid', { message: `The container could not do this: ${result.output.slice(0, 300)}` })
    return result
  }

  const add = (transfer: Transfer): number => {
    last += 1
    transfers.set(last, transfer)
    return last
  }
  const remove = (number: number) => {
    transfers.get(number)?.abort.abort()
    transfers.delete(number)
  }
  const begin = () => {
    if (transfers.size >= TRANSFERS_PER_SESSION)
      throw new ApiError('tooMany', { message: `At most ${TRANSFERS_PER_SESSION} transfers run at once.` })
    return new AbortController()
  }
  const find = <K extends Transfer['kind']>(number: number, kind: K): Extract<Transfer, { kind: K }> => {
    const transfer = transfers.get(number)
    if (transfer?.kind !== kind) throw new ApiError('notFound', { message: 'This transfer has ended. Start it again.' })
    // The kind was compared.
    return transfer as Extract<Transfer, { kind: K }>
  }

  const handlers: Handlers = {
    list: async ({ path }) => {
      const { output, isCut } = await run(listCommand(path))
      return parseListing(output, isCut)
    },

    read: async ({ path }) => {
      const abort = begin()
      const size = Number((await run(sizeCommand(path))).output.trim())
      if (!(size <= MAX_DOWNLOAD_BYTES))
        throw new ApiError('tooLarge', { message: 'Files of more than 256 MiB cannot be downloaded here.' })
      const signal = AbortSignal.any([abort.signal, over])
      const source = await engine.stream(workloadId, readCommand(path), signal)
      source.on('error', () => {})
      return { transfer: add({ kind: 'read', abort, source, leftBytes: size }), size }
    },

    // A file that grows meanwhile is read as long as it was.
    readMore: async ({ transfer: number }) => {
      const transfer = find(number, 'read')
      const data = transfer.leftBytes === 0 ? undefined : await nextPiece(transfer.source, transfer.leftBytes)
      transfer.leftBytes -= data?.length ?? 0
      const isEnd = data === undefined || transfer.leftBytes === 0
      if (isEnd) remove(number)
      return { data: data ?? Buffer.alloc(0), isEnd }
    },

    write: async ({ path, size, overwrite }) => {
      const abort = begin()
      const mark = randomUUID().slice(0, 8)
      const input = new PassThrough()
      const signal = AbortSignal.any([abort.signal, over])
      const written = engine
        .feed(workloadId, writeCommand(path, size, overwrite, mark), input, signal)
        .catch(async (error: unknown) => {
          if (signal.aborted) await engine.exec(workloadId, discardCommand(path, mark), { timeoutMs: COMMAND_MS })
          throw error
        })
      written.catch(() => input.destroy())
      input.on('error', () => {})
      if (size === 0) {
        input.end()
        await written
        return { transfer: 0 }
      }
      return { transfer: add({ kind: 'write', abort, input, leftBytes: size, written }) }
    },

    writeMore: async ({ transfer: number, data }) => {
      const transfer = find(number, 'write')
      const { input, written } = transfer
      if (data.length > transfer.leftBytes)
        throw new ApiError('invalid', { message: 'This is more than was announced.' })
      transfer.leftBytes -= data.length
      const hasRoom = input.writable && input.write(data)
      try {
        if (transfer.leftBytes === 0) {
          input.end()
          await written
          transfers.delete(number)
        } else if (!hasRoom) await Promise.race([once(input, 'drain'), written])
      } catch (error) {
        transfers.delete(number)
        throw error
      }
      return {}
    },

    stopTransfer: async ({ transfer }) => {
      remove(transfer)
      return {}
    },
  }

  return {
    ...translated(handlers),
    stop: () => {
      for (const number of [...transfers.keys()]) remove(number)
    },
  }
}

const exitCodeIn = /^The command exited with code (\d+)/

function translated(handlers: Handlers): Handlers {
  const entries = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (input: never) => {
      try {
        return await handler(input)
      } catch (error) {
        if (error instanceof EngineFailure && error.code === 'commandFailed') {
          const exitCode = Number(exitCodeIn.exec(error.message)?.[1])
          throw fileRejection(exitCode) ?? new ApiError('invalid', { message: error.message })
        }
        if (error instanceof EngineFailure && error.code === 'commandNotFound')
          throw new ApiError('invalid', {
            message: 'This image has no shell (/bin/sh), so its files cannot be shown. Use an image that contains one.',
          })
        throw rejectionOf(error)
      }
    },
  ])
  // Each handler keeps its name, input and response.
  return Object.fromEntries(entries) as Handlers
}

/** Returns the next bytes; undefined at the end. */
async function nextPiece(source: Readable, maxBytes: number): Promise<Buffer | undefined> {
  for (;;) {
    if (source.errored) throw source.errored
    const available = Math.min(source.readableLength, PIECE_BYTES, maxBytes)
    const piece: Buffer | null = available > 0 ? source.read(available) : source.read()
    if (piece !== null) return piece.subarray(0, maxBytes)
    if (source.readableEnded || source.destroyed) return undefined
    const listening = new AbortController()
    const any = ['readable', 'end', 'close'].map((name) => once(source, name, { signal: listening.signal }))
    for (const one of any) one.catch(() => {})
    await Promise.race(any).finally(() => listening.abort())
  }
}
