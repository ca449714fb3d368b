import type { EngineSession, SessionEnd, TerminalSize } from '../../../engines/interface/sessions.ts'
import { onceAny } from '../once-any.ts'
import { OutputWindow } from './output-window.ts'

/** The most input that waits while the program in the container reads none. */
const MAX_WAITING_BYTES = 1024 * 1024
/** What a piece of input costs beside its bytes. */
const PIECE_BYTES = 256

/** Receives the output of a terminal while its browser is connected. */
export type TerminalSink = (at: number, bytes: Buffer) => void

/**
 * A running shell and what its browser has not shown yet. While that is a window full, the engine is not read: the
 * program in the container waits, and nothing is dropped.
 */
export class Terminal {
  readonly #session: EngineSession
  readonly #window = new OutputWindow()
  #sink: TerminalSink | undefined
  #received = 0
  #waitingBytes = 0
  #writing: Promise<unknown> = Promise.resolve()
  #nextSize: TerminalSize | undefined
  #resizing: Promise<void> | undefined

  constructor(session: EngineSession) {
    this.#session = session
    session.stream.on('data', (bytes: Buffer) => {
      const { at } = this.#window.append(bytes)
      if (this.#window.isFull) session.stream.pause()
      this.#sink?.(at, bytes)
    })
    session.stream.resume()
  }

  get ended(): Promise<SessionEnd> {
    return this.#session.ended
  }

  /** The bytes of input so far. */
  get received(): number {
    return this.#received
  }

  /** The bytes of output so far. */
  get printed(): number {
    return this.#window.end
  }

  /** Whether the output behind a position is kept. */
  has(position: number): boolean {
    return this.#window.after(position) !== undefined
  }

  /** Sends the output behind a position that it has, and all that follows. */
  attach(sink: TerminalSink, position: number): void {
    const missed = this.#window.after(position) ?? []
    this.acknowledge(position)
    this.#sink = sink
    for (const { at, bytes } of missed) sink(at, bytes)
  }

  detach(): void {
    this.#sink = undefined
  }

  acknowledge(position: number): void {
    this.#window.acknowledge(position)
    if (!this.#window.isFull) this.#session.stream.resume()
  }

  /** False while the program reads nothing and too much waits for it. */
  hasRoomFor(data: Uint8Array): boolean {
    return this.#waitingBytes + data.length <= MAX_WAITING_BYTES
  }

  /** Types bytes, once, and resolves when the terminal has room again. Bytes from beyond a hole are rejected. */
  async input(at: number, data: Uint8Array): Promise<boolean> {
    if (at > this.#received) return false
    const fresh = data.subarray(this.#received - at)
    if (fresh.length === 0) return true
    this.#received += fresh.length
    const cost = fresh.length + PIECE_BYTES
    this.#waitingBytes += cost
    const { stream } = this.#session
    this.#writing = this.#writing.then(async () => {
      // Also ends with the stream.
      if (stream.writable && !stream.write(fresh)) await onceAny(stream, ['drain', 'close']).catch(() => {})
      this.#waitingBytes -= cost
    })
    await this.#writing
    return true
  }

  /** Of sizes that follow each other quickly, only the latest is set. */
  resize(size: TerminalSize): Promise<void> {
    this.#nextSize = size
    this.#resizing ??= this.#setSizes().finally(() => {
      this.#resizing = undefined
    })
    return this.#resizing
  }

  async #setSizes(): Promise<void> {
    while (this.#nextSize) {
      const size = this.#nextSize
      this.#nextSize = undefined
      await this.#session.resize(size)
    }
  }

  end(): Promise<void> {
    this.#sink = undefined
    return this.#session.end()
  }
}
