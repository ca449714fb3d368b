import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Packet, TopicSource } from './topic-source.ts'

/** Where packets go. */
export interface PacketSink {
  send(packets: Packet[]): void
  /** Returns false while earlier packets are still buffered. */
  ready(): boolean
  whenReady(): Promise<void>
  /** Called when packets that were not sent are gone: the client must watch again. */
  lagged(): void
}

interface Watcher {
  sink: PacketSink
  /** The last sequence number that was sent. */
  cursor: number
  isRemoved: boolean
}

export interface TopicReader {
  readonly size: number
  add(sink: PacketSink, after: number): () => void
  /** Reads new packets once for all watchers. */
  readNew(): Promise<void>
  /** Sends transient state to the watchers in step: the given change, or all of it. */
  sendTransient(change?: object): Promise<void>
}

const BATCH = 200
const RETRY_MS = 500

/**
 * Reads one topic for all its watchers. Watchers in step receive each batch as it is read. A watcher that is behind, or
 * whose connection is full, reads from its own cursor until it is in step again, so that nothing queues up for it.
 */
export const createTopicReader = (source: TopicSource, topic: string, start: number, log: Log): TopicReader => {
  const watchers = new Set<Watcher>()
  const inStep = new Set<Watcher>()
  let head = start
  let reading: Promise<void> | undefined
  let readAgain = false

  const remove = (watcher: Watcher) => {
    watcher.isRemoved = true
    watchers.delete(watcher)
    inStep.delete(watcher)
  }

  const dropLagging = (watcher: Watcher) => {
    remove(watcher)
    watcher.sink.lagged()
  }

  const send = (watcher: Watcher, batch: Packet[]) => {
    const fresh = batch.filter(({ sequence }) => sequence > watcher.cursor)
    const [next] = fresh
    const last = fresh.at(-1)
    if (!next || !last) return
    if ((next.first ?? next.sequence) !== watcher.cursor + 1) return dropLagging(watcher)
    watcher.cursor = last.sequence
    watcher.sink.send(fresh)
  }

  const retrying = async <T>(read: () => Promise<T[]>): Promise<T[]> => {
    for (;;) {
      try {
        return await read()
      } catch (error) {
        log.debug({ err: error, topic }, 'a topic could not be read; trying again')
        if (watchers.size === 0) return []
        await sleep(RETRY_MS)
      }
    }
  }

  const read = (after: number) => retrying(() => source.read(topic, after, BATCH))

  const catchUp = async (watcher: Watcher) => {
    while (!watcher.isRemoved) {
      if (!watcher.sink.ready()) await watcher.sink.whenReady()
      else if (watcher.cursor >= head) {
        inStep.add(watcher)
        return sendTransientTo([watcher], await readTransient())
      } else if (exceedsMaxLag(watcher)) sendGap(watcher)
      else {
        const batch = await read(watcher.cursor)
        const last = batch.at(-1)
        if (watcher.isRemoved) return
        if (!last) return dropLagging(watcher)
        // The batch is ahead of the watchers in step. They receive it first, so that `head` covers it.
        if (last.sequence > head) await readNew()
        if (watcher.isRemoved) return
        send(
          watcher,
          batch.filter(({ sequence }) => sequence <= head),
        )
      }
    }
  }

  const exceedsMaxLag = ({ cursor }: Watcher) => source.maxLag !== undefined && head - cursor > source.maxLag

  const sendGap = (watcher: Watcher) => {
    const gap = { kind: 'gap', first: watcher.cursor + 1, sequence: head - (source.tailLines ?? 0) }
    watcher.cursor = gap.sequence
    watcher.sink.send([gap])
  }

  const readOn = async () => {
    do {
      readAgain = false
      const batch = await (watchers.size > 0 ? read(head) : [])
      const last = batch.at(-1)
      if (!last) continue
      head = last.sequence
      readAgain ||= batch.length === BATCH || last.first !== undefined
      for (const watcher of [...inStep]) {
        if (watcher.sink.ready()) send(watcher, batch)
        else startCatchUp(watcher)
      }
    } while (readAgain)
    reading = undefined
  }

  const readNew = (): Promise<void> => {
    readAgain = true
    reading ??= readOn()
    return reading
  }

  const readTransient = () => retrying(async () => (await source.transient?.read(topic)) ?? [])

  const sendTransientTo = async (to: Iterable<Watcher>, contents: readonly object[]) => {
    if (contents.length === 0) return
    // Sends numbered packets that were written before this state first, so that it never overtakes them.
    await readNew()
    const packets = contents.map((content) => ({ ...content, first: head + 1, sequence: head }))
    for (const watcher of [...to]) {
      if (!inStep.has(watcher)) continue
      if (watcher.sink.ready()) watcher.sink.send(packets)
      else startCatchUp(watcher)
    }
  }

  /** A watcher receives all transient state when it is back in step. */
  const startCatchUp = (watcher: Watcher) => {
    inStep.delete(watcher)
    void catchUp(watcher)
  }

  return {
    get size() {
      return watchers.size
    },
    add: (sink, after) => {
      const watcher: Watcher = { sink, cursor: after, isRemoved: false }
      watchers.add(watcher)
      void catchUp(watcher)
      void readNew()
      return () => remove(watcher)
    },
    readNew,
    sendTransient: async (change) => sendTransientTo(inStep, change ? [change] : await readTransient()),
  }
}
