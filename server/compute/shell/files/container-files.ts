import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import {
  type FileInput,
  type FileRequest,
  type FileResponses,
  MAX_DOWNLOAD_BYTES,
  UPLOAD_PIECES_AT_ONCE,
} from '../../../../src/contract/shell/shell-files.ts'
import { type Engine, EngineFailure } from '../../../engines/engine.ts'
import { ApiError } from '../../../http/api-error.ts'
import { createConcurrencyLimit } from '../../../live/concurrency-limit.ts'
import { rejectionOf } from '../../commands/rejection-of.ts'
import { onceAny } from '../once-any.ts'
import { discardCommand, fileRejection, listCommand, readCommand, sizeCommand, writeCommand } from './file-commands.ts'
import { parseListing } from './parse-listing.ts'
import { type Begun, createTransfers, transferEnded } from './transfers.ts'

const COMMAND_MS = 30_000
const COMMANDS_AT_ONCE = 4
const PIECE_BYTES = 64 * 1024

type FileEngine = Pick<Engine, 'exec' | 'stream' | 'feed'>
type Handlers = { [R in FileRequest]: (input: FileInput<R>) => Promise<FileResponses[R]> }

export interface ContainerFiles extends Handlers {
  /** The bytes of files that were read so far. */
  bytesRead(): number
  /** Ends the transfers, whose browser is gone. */
  stop(): void
}

type Transfer = { begun: Begun } & (
  | { kind: 'read'; source: Readable; leftBytes: number; isReading: boolean }
  | { kind: 'write'; input: PassThrough; leftBytes: number; written: Promise<void>; waiting: number }
)

/** The files of one container, read and written by commands in it. Each transfer waits for its browser. */
export function containerFiles(engine: FileEngine, workloadId: string, over: AbortSignal): ContainerFiles {
  const { begin, stop } = createTransfers(over)
  const transfers = new Map<number, Transfer>()
  const commands = createConcurrencyLimit(COMMANDS_AT_ONCE)
  let last = 0
  let bytesRead = 0

  const run = async (command: string[], signal = over) => {
    const release = commands.take('')
    if (!release) throw new ApiError('tooMany', { message: 'Wait until the folders before are shown.' })
    const result = await engine.exec(workloadId, command, { timeoutMs: COMMAND_MS, signal }).finally(release)
    if (result.hasTimedOut) throw new ApiError('invalid', { message: 'The container did not answer in time.' })
    const rejection = fileRejection(result.exitCode)
    if (rejection) throw rejection
    if (result.exitCode !== 0)
      throw new ApiError('invalid', { message: `The container could not do this: ${result.output.slice(0, 300)}` })
    return result
  }

  const add = (transfer: Transfer): number => {
    transfer.begun.signal.throwIfAborted()
    last += 1
    const number = last
    transfers.set(number, transfer)
    transfer.begun.signal.addEventListener('abort', () => transfers.delete(number), { once: true })
    return number
  }
  const find = <K extends Transfer['kind']>(number: number, kind: K): Extract<Transfer, { kind: K }> => {
    const transfer = transfers.get(number)
    if (transfer?.kind !== kind) throw transferEnded()
    transfer.begun.used()
    // The kind was compared.
    return transfer as Extract<Transfer, { kind: K }>
  }

  const openReading = async (path: string, signal: AbortSignal) => {
    const printed = (await run(sizeCommand(path), signal)).output.trim()
    if (!/^\d{1,15}$/.test(printed))
      throw new ApiError('invalid', { message: 'The container did not tell the size of this file.' })
    const size = Number(printed)
    if (size > MAX_DOWNLOAD_BYTES)
      throw new ApiError('tooLarge', { message: 'Files of more than 256 MiB cannot be downloaded here.' })
    const source = await engine.stream(workloadId, readCommand(path), signal)
    source.on('error', () => {})
    return { size, source }
  }

  const startWriting = ({ path, size, overwrite }: FileInput<'write'>, input: PassThrough, begun: Begun) => {
    const mark = randomUUID().slice(0, 8)
    const { signal, release } = begun
    const written = engine
      .feed(workloadId, writeCommand(path, size, overwrite, mark), input, signal)
      .catch(async (error: unknown) => {
        if (signal.aborted) await engine.exec(workloadId, discardCommand(path, mark), { timeoutMs: COMMAND_MS })
        throw error
      })
      .finally(release)
    written.catch(() => input.destroy())
    input.on('error', () => {})
    return written
  }

  const handlers: Handlers = {
    list: async ({ path }) => {
      const { output, isCut } = await run(listCommand(path))
      return parseListing(output, isCut)
    },

    read: async ({ path }) => {
      const begun = begin()
      const { size, source } = await openReading(path, begun.signal).catch((error: unknown) => {
        begun.release()
        throw begun.signal.aborted ? begun.signal.reason : error
      })
      if (source.closed) begun.release()
      else source.once('close', begun.release)
      return { transfer: add({ kind: 'read', begun, source, leftBytes: size, isReading: false }), size }
    },

    // A file that grows meanwhile is read as long as it was.
    readMore: async ({ transfer: number }) => {
      const transfer = find(number, 'read')
      if (transfer.isReading) throw new ApiError('invalid', { message: 'Wait for the piece before.' })
      transfer.isReading = true
      let isEnd = true
      try {
        const data = transfer.leftBytes === 0 ? undefined : await nextPiece(transfer.source, transfer.leftBytes)
        transfer.leftBytes -= data?.length ?? 0
        bytesRead += data?.length ?? 0
        isEnd = data === undefined || transfer.leftBytes === 0
        return { data: data ?? Buffer.alloc(0), isEnd }
      } finally {
        transfer.isReading = false
        if (isEnd) transfer.begun.end()
        else transfer.begun.used()
      }
    },

    write: async (given) => {
      const begun = begin()
      const input = new PassThrough()
      const written = startWriting(given, input, begun)
      if (given.size > 0)
        return { transfer: add({ kind: 'write', begun, input, leftBytes: given.size, written, waiting: 0 }) }
      input.end()
      await Promise.race([written, begun.aborted])
      return { transfer: 0 }
    },

    writeMore: async ({ transfer: number, data }) => {
      const transfer = find(number, 'write')
      const { begun, input, written } = transfer
      if (data.length > transfer.leftBytes)
        throw new ApiError('invalid', { message: 'This is more than was announced.' })
      if (transfer.waiting >= UPLOAD_PIECES_AT_ONCE) {
        begun.end()
        throw new ApiError('tooMany', { message: `At most ${UPLOAD_PIECES_AT_ONCE} pieces are sent at once.` })
      }
      transfer.leftBytes -= data.length
      transfer.waiting += 1
      const isLast = transfer.leftBytes === 0
      const hasRoom = input.writable && input.write(data)
      try {
        if (isLast) input.end()
        if (isLast) await Promise.race([written, begun.aborted])
        else if (!hasRoom) await Promise.race([once(input, 'drain'), written, begun.aborted])
        if (isLast) transfers.delete(number)
      } catch (error) {
        transfers.delete(number)
        throw error
      } finally {
        transfer.waiting -= 1
        begun.used()
      }
      return {}
    },

    stopTransfer: async ({ transfer }) => {
      transfers.get(transfer)?.begun.end()
      return {}
    },
  }

  return { ...translated(handlers), bytesRead: () => bytesRead, stop }
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
    await onceAny(source, ['readable', 'end', 'close'])
  }
}
