/** Something that the live hub can serve: streams of packets, each with a sequence number that grows by one. */
export interface TopicSource {
  /** The first part of its topics: `organization`, `deployment`. */
  readonly kind: string

  /** Where a watcher goes on whose packets are gone: from what is left, or (when it reads its lists again) from now. */
  readonly afterLoss?: 'fromOldest' | 'fromHead'

  /** What is kept: `oldest` is the first sequence that can still be read, `head` the last one given (0 when none). */
  extent(topic: string): Promise<{ oldest: number; head: number }>

  /** Packets after a sequence number, in order and without holes, `limit` at most. */
  read(topic: string, after: number, limit: number): Promise<{ sequence: number }[]>

  /** Says a topic each time it has grown, or null when any may have. Answers how to stop listening. */
  onGrowth(listener: (topic: string | null) => void): () => void
}
