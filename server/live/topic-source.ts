/** A packet of several begins at `first`. A transient one has no number: its `first` is one after its `sequence`. */
export interface Packet {
  first?: number
  sequence: number
}

/** Something that the live hub can serve: streams of packets, each beginning one after the last one's sequence number. */
export interface TopicSource {
  /** The first part of its topics: `organization`, `deployment`. */
  readonly kind: string

  /** Where a watcher goes on whose packets are gone: from what is left, or (when it reads its lists again) from now. */
  readonly afterLoss?: 'fromOldest' | 'fromHead'

  /** A watcher that is further behind than this many is given a gap, and goes on `tailLines` before the head. */
  readonly maxLag?: number
  readonly tailLines?: number

  /** What is kept: `oldest` is the first sequence that can still be read, `head` the last one given (0 when none). */
  extent(topic: string): Promise<{ oldest: number; head: number }>

  /** Packets after a sequence number, in order and without holes, about `limit`; none only when there is nothing more. */
  read(topic: string, after: number, limit: number): Promise<Packet[]>

  /** State of which only the newest version counts. It has no sequence number, and no watcher catches up on older versions. */
  readonly transient?: {
    /** All of it, for a watcher that comes into step. */
    read(topic: string): Promise<object[]>
    /** Calls with what has changed, or with null when changes of any topic may have been missed. */
    onChange(listener: (change: { topic: string; content: object } | null) => void): () => void
  }

  /** Says a topic each time it has grown, or null when any may have. Answers how to stop listening. */
  onGrowth(listener: (topic: string | null) => void): () => void
}
