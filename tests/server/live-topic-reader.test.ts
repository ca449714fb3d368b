import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
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
    void reader.readNew()
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
  await reader.readNew()
  slow.state.ready = false
  for (const head of [90, 130, 1000]) {
    topic.head = head
    await reader.readNew()
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

describe('transient state', () => {
  /** A topic whose state is the number of its newest packet. */
  const withState = () => {
    const { topic, source } = growing({})
    const state = { reads: 0 }
    const read = async () => {
      state.reads += 1
      return [{ content: `as of ${topic.head}` }]
    }
    return { topic, state, source: { ...source, transient: { read, onChange: () => () => {} } } }
  }
  const isContiguous = (packets: readonly Packet[]) => {
    let last = 0
    return packets.every(({ first, sequence }) => {
      const fits = first === last + 1
      last = sequence
      return fits
    })
  }

  test('has no number, and follows the numbered packets that were written before it', async () => {
    const { topic, source } = withState()
    const reader = createTopicReader(source, 'test/1', 0, log)
    const watcher = listener()
    reader.add(watcher.sink, 0)
    await expect.poll(() => watcher.got).toEqual([{ content: 'as of 0', first: 1, sequence: 0 }])
    topic.head = 7
    await reader.sendTransient({ content: 'new' })
    expect(watcher.got.slice(1)).toEqual([
      { first: 1, sequence: 7 },
      { content: 'new', first: 8, sequence: 7 },
    ])
    topic.head = 9
    await reader.readNew()
    expect(isContiguous(watcher.got)).toBe(true)
  })

  test('is sent whole to a watcher that was behind or too slow, once it is in step', async () => {
    const { topic, state, source } = withState()
    topic.head = 5
    const reader = createTopicReader(source, 'test/1', 5, log)
    const late = listener()
    reader.add(late.sink, 2)
    await expect
      .poll(() => late.got)
      .toEqual([
        { first: 3, sequence: 5 },
        { content: 'as of 5', first: 6, sequence: 5 },
      ])
    late.state.ready = false
    await reader.sendTransient({ content: 'missed' })
    topic.head = 8
    await reader.readNew()
    const { reads } = state
    late.state.ready = true
    late.state.resume()
    await expect
      .poll(() => late.got.slice(2))
      .toEqual([
        { first: 6, sequence: 8 },
        { content: 'as of 8', first: 9, sequence: 8 },
      ])
    expect(state.reads).toBe(reads + 1)
  })
})
