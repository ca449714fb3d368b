import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createTopicReader, type PacketSink } from '../../server/live/topic-reader.ts'
import type { Packet, TopicSource } from '../../server/live/topic-source.ts'

const log = pino({ level: 'silent' })
const limits = { maxLag: 100, tailLines: 10 }

/** A topic whose reads return all its packets in one packet, after one turn of the event loop. */
const growing = (more: Partial<TopicSource> = limits) => {
  const topic = { head: 0, reads: 0 }
  const source: TopicSource = {
    kind: 'test',
    ...more,
    extent: async () => ({ oldest: 1, head: topic.head }),
    read: async (_topic, after) => {
      topic.reads += 1
      const { head } = topic
      await new Promise((resolve) => setImmediate(resolve))
      return head > after ? [{ first: after + 1, sequence: head }] : []
    },
    onGrowth: () => () => {},
  }
  return { topic, source }
}

const listener = () => {
  const got: Packet[] = []
  const state = { ready: true, resume: () => {}, lagged: false }
  const sink: PacketSink = {
    send: (packets) => void got.push(...packets),
    ready: () => state.ready,
    whenReady: () => new Promise((resolve) => (state.resume = resolve)),
    lagged: () => (state.lagged = true),
  }
  return { got, sink, state, last: () => got.at(-1)?.sequence ?? 0 }
}

const expectContiguous = (packets: readonly Packet[], after = 0) => {
  let at = after
  for (const { first = 0, sequence } of packets) {
    expect(first).toBe(at + 1)
    at = sequence
  }
}

test('packets of several events arrive in order and without gaps, for current and for late watchers', async () => {
  const { topic, source } = growing({})
  const reader = createTopicReader(source, 'test/1', 0, log)
  const early = listener()
  reader.add(early.sink, 0)
  const late = listener()
  for (let round = 1; round <= 40; round += 1) {
    topic.head += 7
    void reader.grown()
    if (round === 20) reader.add(late.sink, 3)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => [early.last(), late.last()]).toEqual([280, 280])
  expectContiguous(early.got)
  expectContiguous(late.got, 3)
})

test('a watcher that reads too slowly receives a gap and resumes shortly before the head', async () => {
  const { topic, source } = growing()
  const reader = createTopicReader(source, 'test/1', 0, log)
  const slow = listener()
  const quick = listener()
  reader.add(slow.sink, 0)
  reader.add(quick.sink, 0)
  topic.head = 50
  await reader.grown()
  slow.state.ready = false
  for (const head of [90, 130, 1000]) {
    topic.head = head
    await reader.grown()
  }
  expect(slow.last()).toBe(50)
  slow.state.ready = true
  slow.state.resume()
  await expect.poll(slow.last).toBe(1000)
  expect(slow.got.slice(-2)).toEqual([
    { kind: 'gap', first: 51, sequence: 990 },
    { first: 991, sequence: 1000 },
  ])
  expectContiguous(quick.got)
  expect(quick.got.some((packet) => 'kind' in packet)).toBe(false)
})

test('a watcher that starts far back receives the newest lines, and a gap for the rest', async () => {
  const { topic, source } = growing()
  topic.head = 5000
  const reader = createTopicReader(source, 'test/1', 5000, log)
  const newcomer = listener()
  reader.add(newcomer.sink, 0)
  await expect.poll(newcomer.last).toBe(5000)
  expect(newcomer.got).toEqual([
    { kind: 'gap', first: 1, sequence: 4990 },
    { first: 4991, sequence: 5000 },
  ])
})

test('deleted packets end the watches that need them', async () => {
  const { source } = growing({ ...limits, read: async () => [] })
  const reader = createTopicReader(source, 'test/1', 60, log)
  const watcher = listener()
  reader.add(watcher.sink, 10)
  await expect.poll(() => watcher.state.lagged).toBe(true)
  expect(reader.size).toBe(0)
})
