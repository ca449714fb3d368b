import type { Readable } from 'node:stream'

/**
 * Keeps archives by key. A driver translates; it never retries or decides. Every driver passes
 * tests/server/archive-store-suite.ts.
 */
export interface ArchiveStore {
  /**
   * Stores a stream whole: nothing is under the key before all of it is there, and a stream that fails leaves nothing.
   * Replaces what is under the key.
   */
  write(key: string, source: Readable, signal: AbortSignal): Promise<void>
  /** Rejects with `archiveGone` if nothing is under the key. */
  read(key: string, signal: AbortSignal): Promise<Readable>
  /** Does nothing if nothing is under the key. */
  remove(key: string): Promise<void>
}

export type StoreFailureCode = 'archiveGone' | 'storeUnreachable' | 'storeDenied' | 'diskFull' | 'archiveTooLarge'

/** An error of a store; `message` is for users and names no secret. */
export class StoreFailure extends Error {
  readonly code: StoreFailureCode

  constructor(code: StoreFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreFailure'
    this.code = code
  }
}

export const archiveGone = () => new StoreFailure('archiveGone', 'The stored file is gone. Take a new snapshot.')
