import type { LogBatch } from '../../contract/wire/log.ts'
import type { LogRange } from '../log-book.ts'
import type { FromKeeper, ToKeeper } from './keeper-message.ts'
import { LineShelf } from './line-shelf.ts'
import { LogSearch, type SearchWorld } from './log-search.ts'

export type SayToBook = (message: FromKeeper, transfer?: ArrayBuffer[]) => void

/** Keeps the lines of one log, bounded, and searches them: all that a log's worker does. */
export class LogKeeper {
  readonly #shelf: LineShelf
  readonly #search: LogSearch
  readonly #say: SayToBook
  #view: readonly LogRange[] = []

  constructor(mostBytes: number, say: SayToBook, world: SearchWorld) {
    this.#shelf = new LineShelf(mostBytes)
    this.#say = say
    this.#search = new LogSearch(() => this.#shelf.chunks, world, {
      found: (id, sequences, isSearching) => say({ kind: 'found', id, sequences, isSearching }, [sequences.buffer]),
      failed: (id, words) => say({ kind: 'findFailed', id, words }),
    })
  }

  hear(message: ToKeeper): void {
    switch (message.kind) {
      case 'add':
        this.#add(message.batches)
        break
      case 'read':
        this.#view = message.ranges
        this.#say({ kind: 'lines', batches: message.ranges.flatMap((range) => this.#shelf.read(range)) })
        break
      case 'copy':
        this.#say({ kind: 'copied', id: message.id, batches: this.#shelf.read(message.range) })
        break
      case 'find':
        this.#search.start(message.id, message.query)
        break
    }
  }

  #add(batches: readonly LogBatch[]): void {
    for (const batch of batches) {
      this.#shelf.add(batch)
      const ranges = this.#shelf.dropSurplus(this.#view)
      if (ranges.length > 0) this.#say({ kind: 'dropped', ranges })
    }
    this.#search.goOn()
  }
}
