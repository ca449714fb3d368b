import type { LogBatch } from '../../contract/wire/log.ts'
import { ChunkStore } from './chunk-store.ts'
import { LogSearch, type SearchWorld } from './log-search.ts'
import type { LogRange, LogStoreCommand, LogStoreEvent } from './log-store-message.ts'

export type PostMessage = (message: LogStoreEvent, transfer?: ArrayBuffer[]) => void

/** Stores and searches the lines of one log, up to a memory limit. It runs in the log's worker. */
export class LogStore {
  readonly #chunkStore: ChunkStore
  readonly #search: LogSearch
  readonly #post: PostMessage
  #view: readonly LogRange[] = []

  constructor(maxBytes: number, post: PostMessage, world: SearchWorld) {
    this.#chunkStore = new ChunkStore(maxBytes)
    this.#post = post
    this.#search = new LogSearch(() => this.#chunkStore.chunks, world, {
      found: (id, sequences, isSearching) => post({ kind: 'found', id, sequences, isSearching }, [sequences.buffer]),
      failed: (id, message) => post({ kind: 'findFailed', id, message }),
    })
  }

  handle(message: LogStoreCommand): void {
    switch (message.kind) {
      case 'add':
        this.#add(message.batches)
        break
      case 'read':
        this.#view = message.ranges
        this.#post({ kind: 'lines', batches: message.ranges.flatMap((range) => this.#chunkStore.read(range)) })
        break
      case 'copy':
        this.#post({ kind: 'copied', id: message.id, batches: this.#chunkStore.read(message.range) })
        break
      case 'find':
        this.#search.start(message.id, message.query)
        break
    }
  }

  #add(batches: readonly LogBatch[]): void {
    for (const batch of batches) {
      this.#chunkStore.add(batch)
      const ranges = this.#chunkStore.dropSurplus(this.#view)
      if (ranges.length > 0) this.#post({ kind: 'dropped', ranges })
    }
    this.#search.resume()
  }
}
