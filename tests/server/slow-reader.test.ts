import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSlowReader } from '../../server/compute/snapshots/files/end-slow-reader.ts'

const pace = { graceMs: 60_000, bytesPerSecond: 1000, checkEveryMs: 5000 }

/** The numbers that the rate is computed from, as the response of a client that reads so much has them. */
class Reader extends EventEmitter {
  readonly socket = { bytesWritten: 0 }
  writableLength = 0
  isClosed = false

  destroy(): void {
    this.isClosed = true
    this.emit('close')
  }

  reads(bytesPerSecond: number, seconds: number, waitingBytes: number): void {
    this.writableLength = waitingBytes
    for (let second = 0; second < seconds; second += 1) {
      this.socket.bytesWritten += bytesPerSecond
      vi.advanceTimersByTime(1000)
    }
  }
}

let reader: Reader
beforeEach(() => {
  vi.useFakeTimers()
  reader = new Reader()
  // Nothing else of a response is used.
  endSlowReader(reader as unknown as ServerResponse, pace)
})
afterEach(() => vi.useRealTimers())

test('a client that reads a little now and then is cut off after its time of grace', () => {
  reader.reads(10, 60, 1)
  expect(reader.isClosed).toBe(false)
  reader.reads(10, 10, 1)
  expect(reader.isClosed).toBe(true)
})

test('one that keeps reading never is, and neither is one that waits for the source', () => {
  reader.reads(1000, 3600, 1)
  reader.reads(0, 3600, 0)
  expect(reader.isClosed).toBe(false)
})
