import type { LogBatch } from '../../contract/wire/log.ts'
import type { LogQuery, LogRange } from '../log-buffer.ts'

/** What a book says to the keeper of its lines. */
export type LogStoreCommand =
  | { kind: 'add'; batches: LogBatch[] }
  /** The lines around what is in view; what is far from them leaves first. */
  | { kind: 'read'; ranges: LogRange[] }
  | { kind: 'copy'; id: number; range: LogRange }
  | { kind: 'find'; id: number; query: LogQuery | null }

/** What the keeper answers, in the order in which it was asked. */
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

/** Opens a keeper beside the main thread, with the bytes of memory that its lines may take. */
export type OpenLogStore = (mostBytes: number, onMessage: (message: LogStoreEvent) => void) => LogStorePort
