import type { LogEntry } from '../../engine.ts'

type Place = { atNs: bigint; count: number }

/** How far the entries of stdout and stderr may be out of order between one another. */
const streamSkewNs = 5_000_000_000n
/** Some engines round `since`; reading a little earlier costs nothing because known entries are skipped. */
const roundingNs = 1_000_000n
/** A follower repeats some lines where the engine begins a new log file; 200 were seen at 20,000 lines a second. */
const mostRemembered = 4096

/**
 * How far a log has been given, so that it can be read again from there with nothing lost and nothing twice.
 * Each stream keeps its own place (the last instant, and how many entries of that instant were given), because
 * the engine writes the two streams side by side.
 */
export class LogPosition {
  readonly #startNs: bigint | undefined
  readonly #given = new Map<LogEntry['stream'], Place>()
  /** The instants of each stream's last entries, cut to what a number holds. */
  readonly #recent = new Map<LogEntry['stream'], number[]>()
  #toSkip = new Map<LogEntry['stream'], Place>()

  constructor(sinceMs: number | undefined) {
    this.#startNs = sinceMs === undefined ? undefined : BigInt(Math.floor(sinceMs)) * 1_000_000n
  }

  /** Where the next read has to begin; undefined is the start of the log. */
  beginRead(): bigint | undefined {
    const places = (['stdout', 'stderr'] as const).map((stream) => [stream, this.#given.get(stream)] as const)
    this.#toSkip = new Map(places.flatMap(([stream, place]) => (place ? [[stream, { ...place }]] : [])))
    const [first, second] = [...this.#given.values()].map(({ atNs }) => atNs)
    if (first === undefined) return this.#startNs
    const [earlier, later] = second === undefined ? [0n, first] : first < second ? [first, second] : [second, first]
    const skewed = later - streamSkewNs
    const from = (earlier > skewed ? earlier : skewed) - roundingNs
    return this.#startNs !== undefined && from < this.#startNs ? this.#startNs : from
  }

  /** Whether an entry is new; says so once for each entry, in the order of the read. */
  accept(stream: LogEntry['stream'], atNs: bigint): boolean {
    if (this.#isRepeat(stream, atNs)) this.#skipGiven(stream)
    const skip = this.#toSkip.get(stream)
    if (skip) {
      if (atNs < skip.atNs) return false
      if (atNs === skip.atNs && skip.count-- > 0) return false
      this.#toSkip.delete(stream)
    }
    const last = this.#given.get(stream)
    if (last?.atNs === atNs) last.count += 1
    else {
      this.#given.set(stream, { atNs, count: 1 })
      this.#remember(stream, atNs)
    }
    return true
  }

  /** An earlier instant may also come from a clock that was set back: only one that was given is a repeat. */
  #isRepeat(stream: LogEntry['stream'], atNs: bigint): boolean {
    const last = this.#given.get(stream)
    return last !== undefined && atNs < last.atNs && (this.#recent.get(stream)?.includes(shortOf(atNs)) ?? false)
  }

  #skipGiven(stream: LogEntry['stream']): void {
    const last = this.#given.get(stream)
    if (last) this.#toSkip.set(stream, { ...last })
  }

  #remember(stream: LogEntry['stream'], atNs: bigint): void {
    const recent = this.#recent.get(stream) ?? []
    recent.push(shortOf(atNs))
    if (recent.length > 2 * mostRemembered) recent.splice(0, mostRemembered)
    this.#recent.set(stream, recent)
  }

  /** For an entry without a time of its own. */
  lastOf(stream: LogEntry['stream']): bigint {
    return this.#given.get(stream)?.atNs ?? this.#startNs ?? 0n
  }
}

const shortOf = (atNs: bigint): number => Number(BigInt.asUintN(53, atNs))
