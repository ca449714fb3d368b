import type { LogLine, LogPacket, LogStream } from '../contract/wire/log.ts'
import type { OpenLogStore } from './store/log-store-message.ts'

/** Sequence numbers of the oldest and the newest line that there are, here or at the server; `head` is 0 before the first. */
export interface LogExtent {
  oldest: number
  head: number
}

export interface LogQuery {
  find: string
  as: 'text' | 'regex'
  matchCase: boolean
  stream?: LogStream
  /** JSON lines match also as they are shown. */
  readable?: boolean
}

/** The lines that a query matches, of those that are held and of those that the server found. */
export interface FoundLines {
  /** Grows while the search runs and as lines come. */
  readonly count: number
  readonly isSearching: boolean
  /** Why the query cannot be run, in words. */
  readonly error: string | null
  sequenceAt(index: number): number | undefined
  /** The index of the first found line at or after a sequence number. */
  indexOf(sequence: number): number
}

export interface LogRange {
  first: number
  last: number
}

/**
 * What views read of one log. Lines are known by their sequence numbers; the bytes are kept beside the main thread,
 * bounded, and what is not held is asked for when it is wanted. Nothing here goes through the state or React: thousands
 * of lines may come in a second.
 */
export interface LogBuffer {
  extent(): LogExtent
  /** Undefined while it is on its way. */
  line(sequence: number): LogLine | undefined
  /** Says what is in view, a range or only some lines of it; what is kept beside the main thread comes by itself. */
  setVisibleLines(range: LogRange, only?: readonly number[]): void
  /** What is in view and not held at all: the server has to be asked. Null when there is nothing. */
  missing(): LogRange | null
  receive(packets: readonly LogPacket[]): void
  /** What the server answered to a range, and what it says there is. */
  fill(packets: readonly LogPacket[], extent: LogExtent): void
  /** What is held and not yet searched is searched; null ends it. */
  find(query: LogQuery | null): void
  found(): FoundLines
  /** Lines that the server found; they count even where they are not held. */
  addFound(sequences: readonly number[]): void
  /** The ranges that are not held, newest first: what only the server can search. */
  holes(): Promise<LogRange[]>
  /** The text of a range as it is held, for the clipboard; `null` where a part is not. */
  text(range: LogRange): Promise<string | null>
  /** Called after each change, at most once a frame while many come. Answers how to stop. */
  subscribe(listener: () => void): () => void
}

/** A book that can be put away. */
export interface ClosableLogBuffer extends LogBuffer {
  hasSubscribers(): boolean
  end(): void
}

export type LogBufferFactory = (open: OpenLogStore, mostBytes: number) => ClosableLogBuffer

/** One book for each topic. */
export interface LogBuffers {
  /** Made when it is first asked for, by those who read it: what makes it need not be there before anybody reads. */
  of(topic: string, create: LogBufferFactory): LogBuffer
  /** For those who bring lines: none where nobody reads any more. */
  existing(topic: string): LogBuffer | undefined
  /** Forgets everything: what one person read is not left for the next. */
  forget(): void
}
