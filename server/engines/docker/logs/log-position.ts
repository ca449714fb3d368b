import type { LogEntry } from '../../engine.ts'

type StreamPosition = { atNs: bigint; count: number }

const NEWLINE = 0x0a
const nothing = new Uint8Array()

/** The largest time difference at which entries of stdout and stderr may be out of order. */
const streamSkewNs = 5_000_000_000n
/** Some engines round `since`. Reading a little earlier is harmless, because known entries are skipped. */
const roundingNs = 1_000_000n
/**
 * The engine does not rotate a file before this size. After it, a pause longer than `leapNs` may be a file that a slow
 * follower did not receive.
 */
const fileBytes = 4_194_304
const leapNs = 1_000_000_000n

/**
 * Tracks how far a log was read, so that reading can resume with nothing lost or repeated. Each stream has its own
 * position (the last timestamp, and the number of entries read with it), because the engine writes the two streams
 * independently.
 */
export class LogPosition {
  readonly #startNs: bigint | undefined
  readonly #given = new Map<LogEntry['stream'], StreamPosition>()
  #toSkip = new Map<LogEntry['stream'], StreamPosition>()
  /** Streams whose last entry has just been read again: the next entry is new, whatever its time. */
  readonly #atPosition = new Set<LogEntry['stream']>()
  #lookBackNs: bigint | undefined
  #bytesOfRead = 0
  /**
   * Streams whose last entry ended with a newline; the next entry with the same timestamp is not a part of that line.
   */
  readonly #atLineEnd = new Set<LogEntry['stream']>()

  constructor(sinceMs: number | undefined) {
    this.#startNs = sinceMs === undefined ? undefined : BigInt(Math.floor(sinceMs)) * 1_000_000n
  }

  /** Returns the time from which the next read must start; undefined is the start of the log. */
  beginRead(): bigint | undefined {
    const positions = (['stdout', 'stderr'] as const).map((stream) => [stream, this.#given.get(stream)] as const)
    this.#toSkip = new Map(positions.flatMap(([stream, position]) => (position ? [[stream, { ...position }]] : [])))
    this.#atPosition.clear()
    this.#bytesOfRead = 0
    const lookBackNs = this.#lookBackNs
    this.#lookBackNs = undefined
    const [first, second] = [...this.#given.values()].map(({ atNs }) => atNs)
    if (first === undefined) return this.#startNs
    const [earlier, later] = second === undefined ? [0n, first] : first < second ? [first, second] : [second, first]
    const skewed = later - streamSkewNs
    const usual = earlier > skewed ? earlier : skewed
    const from = (lookBackNs !== undefined && lookBackNs < usual ? lookBackNs : usual) - roundingNs
    return this.#startNs !== undefined && from < this.#startNs ? this.#startNs : from
  }

  /**
   * Returns whether a stream jumps in time. At a rotation, a follower may receive whole files twice or miss one; but
   * the clock may also have been set back, or the program may have paused. Only the stored log shows which, so the
   * caller must end this read, and the next read goes back that far.
   */
  jumps(stream: LogEntry['stream'], atNs: bigint): boolean {
    const last = this.#given.get(stream)
    if (this.#toSkip.has(stream) || this.#atPosition.delete(stream) || !last) return false
    const stays = atNs === last.atNs && this.#atLineEnd.has(stream)
    const mayBeNewFile = this.#bytesOfRead > fileBytes && (stays || atNs - last.atNs > leapNs)
    if (!mayBeNewFile && atNs >= last.atNs) return false
    this.#lookBackNs = atNs < last.atNs ? atNs : last.atNs
    return true
  }

  /** True when the last read ended at a jump in time. */
  get mustLookBack(): boolean {
    return this.#lookBackNs !== undefined
  }

  /** The time of the newest entry read, or the start time before the first. */
  get newestNs(): bigint | undefined {
    const times = [...this.#given.values()].map(({ atNs }) => atNs)
    return times.reduce((newest, atNs) => (newest === undefined || atNs > newest ? atNs : newest), this.#startNs)
  }

  /** Returns true for a new entry and records it. Entries must be passed once each, in the order of the read. */
  accept(stream: LogEntry['stream'], atNs: bigint, bytes: Uint8Array = nothing): boolean {
    const skip = this.#toSkip.get(stream)
    if (skip && atNs <= skip.atNs) {
      if (atNs === skip.atNs) skip.count -= 1
      if (skip.count === 0) {
        this.#toSkip.delete(stream)
        this.#atPosition.add(stream)
      }
      return false
    }
    this.#toSkip.delete(stream)
    this.#bytesOfRead += bytes.length
    if (bytes.at(-1) === NEWLINE) this.#atLineEnd.add(stream)
    else this.#atLineEnd.delete(stream)
    const last = this.#given.get(stream)
    if (last?.atNs === atNs) last.count += 1
    else this.#given.set(stream, { atNs, count: 1 })
    return true
  }

  /** Returns the last timestamp of the stream, for an entry that has none. */
  lastOf(stream: LogEntry['stream']): bigint {
    return this.#given.get(stream)?.atNs ?? this.#startNs ?? 0n
  }
}
