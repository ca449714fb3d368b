/** A packet of several numbers begins at `first`. A transient one has none: its `first` is its `sequence` + 1. */
export interface Packet {
  first?: number
  sequence: number
}

/** A source of topics for the live hub. Each packet of a topic begins one after the last one's sequence number. */
export interface TopicSource {
  /** The first part of its topics: `organization`, `deployment`. */
  readonly kind: string

  /**
   * Where a watcher continues when its packets are gone: at the oldest one left, or at the head after it reloads its
   * lists.
   */
  readonly afterLoss?: 'fromOldest' | 'fromHead'

  /** A watcher that lags by more than this receives a gap and continues `tailLines` before the head. */
  readonly maxLag?: number
  readonly tailLines?: number

  /**
   * Returns the stored range: `oldest` is the first sequence number that can be read, `head` the last one given, or 0.
   */
  extent(topic: string): Promise<{ oldest: number; head: number }>

  /** Reads about `limit` packets after a sequence number, in order and without gaps; none only at the end. */
  read(topic: string, after: number, limit: number): Promise<Packet[]>

  /** State of which only the latest version matters. It has no sequence numbers, and older versions are not sent. */
  readonly transient?: {
    /** Reads the whole state for a watcher that has caught up. */
    read(topic: string): Promise<object[]>
    /** Calls the listener with each change, or with null when changes of any topic may have been missed. */
    onChange(listener: (change: { topic: string; content: object } | null) => void): () => void
  }

  /**
   * Calls the listener with each topic that has grown, or null when any may have. Returns a function that stops this.
   */
  onGrowth(listener: (topic: string | null) => void): () => void
}
