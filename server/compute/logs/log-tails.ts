import type { LogBatch } from '../../../src/contract/wire/log.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'
import { cutBatch } from './chunks/join-batches.ts'
import { type LogAddress, topicOf } from './log-address.ts'
import type { StoredLine } from './stored-line.ts'

const MAX_LINES = 4000
const MAX_CHARACTERS = 524_288
/** Limits all logs together. The tail that has not grown for the longest time is evicted first. */
const CHARACTERS_IN_ALL = 16_777_216

interface Tail {
  first: number
  lines: StoredLine[]
  characters: number
  /** The database may already store lines after these. */
  isGrowing: boolean
}

/** Caches the newest lines of the logs that this process writes, so that watchers that keep up cause no queries. */
export class LogTails {
  readonly #tails = new Map<string, Tail>()
  #characters = 0

  /** Called before lines are stored. Until `add`, watchers at the end of the tail read from the database. */
  willGrow(address: LogAddress): void {
    const tail = this.#tails.get(topicOf(address))
    if (tail) tail.isGrowing = true
  }

  add(address: LogAddress, firstSequence: number, lines: readonly StoredLine[]): void {
    const topic = topicOf(address)
    const known = this.#tails.get(topic)
    const isContiguous = known && known.first + known.lines.length === firstSequence
    const tail = isContiguous ? known : { first: firstSequence, lines: [], characters: 0, isGrowing: false }
    this.forget(address)
    tail.isGrowing = false
    for (const line of lines) {
      tail.lines.push(line)
      tail.characters += line.text.length
    }
    while (tail.lines.length > MAX_LINES || (tail.characters > MAX_CHARACTERS && tail.lines.length > 1)) {
      // Drops many lines at once, because `splice` moves all remaining ones.
      const surplus = Math.max(1, tail.lines.length - MAX_LINES, Math.floor(tail.lines.length / 8))
      for (const line of tail.lines.splice(0, surplus)) tail.characters -= line.text.length
      tail.first += surplus
    }
    this.#tails.set(topic, tail)
    this.#characters += tail.characters
    for (const [oldest, { characters }] of this.#tails) {
      if (this.#characters <= CHARACTERS_IN_ALL || oldest === topic) break
      this.#tails.delete(oldest)
      this.#characters -= characters
    }
  }

  /** Returns undefined if only the database knows the line after `after`. */
  read(topic: string, after: number): LogBatch[] | undefined {
    const tail = this.#tails.get(topic)
    const from = after + 1
    const end = tail ? tail.first + tail.lines.length : 0
    if (!tail || from < tail.first || from > end) return undefined
    if (from === end) return tail.isGrowing ? undefined : []
    return cutBatch(batchOf(tail.lines.slice(from - tail.first), from))
  }

  forget(address: LogAddress): void {
    const topic = topicOf(address)
    this.#characters -= this.#tails.get(topic)?.characters ?? 0
    this.#tails.delete(topic)
  }
}
