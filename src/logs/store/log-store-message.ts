import type { LogBatch, LogStream } from '../../contract/wire/log.ts'

export interface LogQuery {
  find: string
  as: 'text' | 'regex'
  matchCase: boolean
  stream?: LogStream
  /** JSON lines also match in their readable form. */
  readable?: boolean
}

export interface LogRange {
  first: number
  last: number
}

/** Messages from a log buffer to its store. */
export type LogStoreCommand =
  | { kind: 'add'; batches: LogBatch[] }
  /** Reads the lines around the view; lines far from it are dropped first. */
  | { kind: 'read'; ranges: LogRange[] }
  | { kind: 'copy'; id: number; range: LogRange }
  | { kind: 'find'; id: number; query: LogQuery | null }

/** Messages from the store, in the order of the commands. */
export type LogStoreEvent =
  | { kind: 'lines'; batches: LogBatch[] }
  | { kind: 'copied'; id: number; batches: LogBatch[] }
  | { kind: 'dropped'; ranges: LogRange[] }
  | { kind: 'found'; id: number; sequences: Float64Array<ArrayBuffer>; isSearching: boolean }
  | { kind: 'findFailed'; id: number; message: string }

export interface LogStorePort {
  post(message: LogStoreCommand): void
  end(): void
}

/** Opens a store off the main thread, with a memory limit for its lines in bytes. */
export type OpenLogStore = (maxBytes: number, onMessage: (message: LogStoreEvent) => void) => LogStorePort
