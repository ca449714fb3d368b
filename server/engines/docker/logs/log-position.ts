import type { LogEntry } from '../../engine.ts'

type StreamPosition = { atNs: bigint; count: number }

const NEWLINE = 0x0a
const nothing = new Uint8Array()

/** How far the entries of stdout and stderr may be out of order between one another. */
const streamSkewNs = 5_000_000_000n
/** Some engines round `since`; reading a little earlier costs nothing because known entries are skipped. */
const roundingNs = 1_000_000n
/** A new file was not begun before so much: then a pause this long may be a file that a slow follower was not given. */
const fileBytes = 4_194_304
const leapNs = 1_000_000_000n

/**
 * How far a log has been given, so that it can be read again from there with nothing lost and nothing twice.
 * Each stream keeps its own place (the last instant, and how many entries of that instant were given), because
 * the engine writes the two streams side by side.
 */
export class LogPosition {
  readonly #startNs: bigint | undefined
  readonly #given = new Map<LogEntry['stream'], StreamPosition>()
  #toSkip = new Map<LogEntry['stream'], StreamPosition>()
  /** Streams of which the last entry that was given has just been read again: the next one is new, whatever its time. */
  readonly #atPosition = new Set<LogEntry['stream']>()
  #lookBackNs: bigint | undefined
  #bytesOfRead = 0
  /** Streams whose last entry ended a line; the next one of the same instant is no part of it. */
  readonly #atLineEnd = new Set<LogEntry['stream']>()

  constructor(sinceMs: number | undefined) {
    this.#startNs = sinceMs === undefined ? undefined : BigInt(Math.floor(sinceMs)) * 1_000_000n
  }

  /** Where the next read has to begin; undefined is the start of the log. */
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
   * Whether a stream jumps in time. Where the engine begins a new file a follower may repeat whole files, or leave one
   * out; the clock may also have been set back, and programs pause. Only the log as it is kept tells which, so the read has
   * to end here and the next one looks that far back.
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

  /** The last read ended where a stream jumped. */
  get mustLookBack(): boolean {
    return this.#lookBackNs !== undefined
  }

  /** The newest entry that was given, or where the log was to begin. */
  get newestNs(): bigint | undefined {
    const times = [...this.#given.values()].map(({ atNs }) => atNs)
    return times.reduce((newest, atNs) => (newest === undefined || atNs > newest ? atNs : newest), this.#startNs)
  }

  /** Whether an entry is new; says so once for each entry, in the order of the read. */
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

  /** For an entry without a time of its own. */
  lastOf(stream: LogEntry['stream']): bigint {
    return this.#given.get(stream)?.atNs ?? this.#startNs ?? 0n
  }
}
