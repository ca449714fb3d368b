import type { Log } from '../log.ts'
import { createTopicReader, type PacketSink, type TopicReader } from './topic-reader.ts'
import type { TopicSource } from './topic-source.ts'

export interface Watch {
  /** The sequence number before the first packet. */
  from: number
  /** Starts sending packets; called after the response has been sent. */
  start(): void
  stop(): void
}

export interface Hub {
  watch(topic: string, after: number | null, sink: PacketSink): Promise<Watch>
  /** Returns the number of topics with watchers. */
  topics(): number
  stop(): void
}

/** Maximum delay after a missed NOTIFY. */
const SAFETY_MS = 5000

export const createHub = ({ sources, log }: { sources: TopicSource[]; log: Log }): Hub => {
  const byKind = new Map(sources.map((source) => [source.kind, source]))
  const readers = new Map<string, TopicReader>()

  const readNew = (topic: string | null) => {
    if (topic !== null) return void readers.get(topic)?.readNew()
    for (const reader of readers.values()) void reader.readNew()
  }
  const sendTransient = (change: { topic: string; content: object } | null) => {
    if (change) return void readers.get(change.topic)?.sendTransient(change.content)
    for (const reader of readers.values()) void reader.sendTransient()
  }
  const unsubscribes = sources.flatMap(({ onGrowth, transient }) => [
    onGrowth(readNew),
    ...(transient ? [transient.onChange(sendTransient)] : []),
  ])
  const safety = setInterval(() => {
    readNew(null)
    sendTransient(null)
  }, SAFETY_MS)
  safety.unref()

  const watch = async (topic: string, after: number | null, sink: PacketSink): Promise<Watch> => {
    const source = byKind.get(topic.split('/')[0] ?? '')
    if (!source) throw new Error(`No source provides the topic ${topic}.`)
    const { oldest, head } = await source.extent(topic)
    const from = after ?? head
    const lost = from > head || from < oldest - 1
    const start = lost ? (source.afterLoss === 'fromHead' || from > head ? head : oldest - 1) : from

    let stopped = false
    let remove: (() => void) | undefined
    return {
      from: start,
      start: () => {
        if (stopped) return
        const reader = readers.get(topic) ?? createTopicReader(source, topic, head, log)
        readers.set(topic, reader)
        remove = reader.add(sink, start)
      },
      stop: () => {
        stopped = true
        remove?.()
        if (readers.get(topic)?.size === 0) readers.delete(topic)
      },
    }
  }

  return {
    watch,
    topics: () => readers.size,
    stop: () => {
      clearInterval(safety)
      for (const unsubscribe of unsubscribes) unsubscribe()
      readers.clear()
    },
  }
}
