import type { LogLine, LogPacket } from '../contract/wire/log.ts'
import type { NewestTime } from './merge/line-times.ts'
import type { LogQuery, LogRange, OpenLogStore } from './store/log-store-message.ts'

/** Sequence numbers of the oldest and the newest line, here or on the server; `head` is 0 before the first line. */
export interface LogExtent {
  oldest: number
  head: number
}

/** The lines that match a query, among the loaded lines and those that the server found. */
export interface FoundLines {
  /** Grows while the search runs and as lines arrive. */
  readonly count: number
  readonly isSearching: boolean
  /** A message if the query cannot be run. */
  readonly error: string | null
  sequenceAt(index: number): number | undefined
  /** Returns the index of the first found line at or after a sequence number. */
  indexOf(sequence: number): number
}

/**
 * The lines of one log for its views, by sequence number. The bytes are kept off the main thread, up to a limit;
 * missing lines are loaded on demand. Nothing here goes through the state or React, because thousands of lines may
 * arrive per second.
 */
export interface LogBuffer {
  extent(): LogExtent
  /** Returns undefined until the line is loaded. */
  line(sequence: number): LogLine | undefined
  /** Sets the visible range, or only some of its lines. Lines that are kept off the main thread are then loaded. */
  setVisibleLines(range: LogRange, only?: readonly number[]): void
  /** Returns the visible range that must be requested from the server; null if nothing is missing. */
  missing(): LogRange | null
  /** Returns the time of a line by which logs are merged, estimated for lines that were never loaded. */
  timeOf(sequence: number): number
  /** Adds the times of some lines, so that the times of the others are estimated well. */
  addTimes(lines: readonly { sequence: number; atMs: number }[]): void
  receive(packets: readonly LogPacket[]): void
  /** Adds the server's response to a range request, with the extent that it reported. */
  fill(packets: readonly LogPacket[], extent: LogExtent): void
  /** Starts to search the loaded lines; null ends the search. */
  find(query: LogQuery | null): void
  found(): FoundLines
  /** Adds lines that the server found; they count even if they are not loaded. */
  addFound(sequences: readonly number[]): void
  /** Resolves with the ranges that are not loaded, newest first, which only the server can search. */
  holes(): Promise<LogRange[]>
  /** Resolves with the lines of a range; `null` if a part is not loaded. */
  lines(range: LogRange): Promise<LogLine[] | null>
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** A log buffer that can be closed. */
export interface ClosableLogBuffer extends LogBuffer {
  /** It had subscribers and has none now. */
  isClosed(): boolean
  /** A view is about to subscribe. */
  reopen(): void
  end(): void
}

export type LogBufferFactory = (open: OpenLogStore, maxBytes: number, newest: NewestTime) => ClosableLogBuffer

/** One log buffer per topic. */
export interface LogBuffers {
  /**
   * Returns the buffer of a topic for readers. They pass the factory, so its code loads with the first reader, and the
   * number of logs that they read together, which share the memory of one.
   */
  of(topic: string, create: LogBufferFactory, together?: number): LogBuffer
  /** Returns the buffer of a topic for incoming lines; undefined if no view opened it, or it was evicted. */
  existing(topic: string): LogBuffer | undefined
  /** Clears all buffers, so that the next user cannot read them. */
  forget(): void
}
