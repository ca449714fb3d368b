import { closeSync, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import type { LogEntry } from '../../engine.ts'
import { writeFrame } from './log-frame.ts'
import { maxSegments, segmentBytes, segmentNumbers, segmentPath } from './log-segments.ts'

/** Appends a program's output to its log. Timestamps are strictly increasing, so each entry has its own. */
export class LogWriter {
  readonly #folder: string
  #number: number
  #file: number
  #size: number
  #lastNs = 0n

  constructor(folder: string) {
    this.#folder = folder
    this.#number = segmentNumbers(folder).at(-1) ?? 1
    this.#file = openSync(segmentPath(folder, this.#number), 'a', 0o600)
    this.#size = fstatSync(this.#file).size
  }

  /** Writes an entry. On a full disk the entry is dropped and the program continues. */
  write(stream: LogEntry['stream'], bytes: Uint8Array): void {
    const nowNs = BigInt(Date.now()) * 1_000_000n
    this.#lastNs = nowNs > this.#lastNs ? nowNs : this.#lastNs + 1n
    const frame = writeFrame(stream, this.#lastNs, bytes)
    try {
      if (this.#size + frame.length > segmentBytes) this.#next()
      for (let written = 0; written < frame.length; ) written += writeSync(this.#file, frame, written)
      this.#size += frame.length
    } catch {
      // A truncated frame would make the rest of the file unreadable.
      ftruncateSync(this.#file, this.#size)
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  #next(): void {
    closeSync(this.#file)
    this.#number += 1
    this.#file = openSync(segmentPath(this.#folder, this.#number), 'a', 0o600)
    this.#size = 0
    const numbers = segmentNumbers(this.#folder)
    for (const old of numbers.slice(0, -maxSegments)) rmSync(segmentPath(this.#folder, old), { force: true })
  }
}
