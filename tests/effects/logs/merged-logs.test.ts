import { merge, NEVER } from 'rxjs'
import { expect, test } from 'vitest'
import { fillLogs } from '../../../effects/logs/fill-logs.ts'
import { receiveLogLines } from '../../../effects/logs/receive-log-lines.ts'
import { deploymentTopic } from '../../../src/contract/topics.ts'
import type { LogBatch } from '../../../src/contract/wire/log.ts'
import { messagesFrom } from '../../../src/core/messages.ts'
import { createLogBuffer } from '../../../src/logs/buffer/create-log-buffer.ts'
import { createLogBuffers } from '../../../src/logs/log-buffers.ts'
import { createMergedLog } from '../../../src/logs/merge/merged-log.ts'
import type { Message } from '../../../src/message.ts'
import { batchOf } from '../../../src/rules/log-batch.ts'
import { fakeWorld } from '../../fakes/fake-world.ts'
import { inProcessLogStore } from '../../fakes/in-process-log-store.ts'
import { marbles } from '../../marbles.ts'
import { effectHarness } from '../effect-harness.ts'

type Marbles = Parameters<Parameters<typeof marbles>[0]>[0]

const id = '00000000-0000-4000-8000-000000000001'
const topics = ['', 'web.2', 'web.3'].map((name) => deploymentTopic(id, 'instanceLogs', name))

const lines = (slot: number, first: number, ...atMs: number[]): LogBatch =>
  batchOf(
    atMs.map((at, index) => ({ atMs: at, stream: 'stdout', text: `${'abc'[slot]}${first + index}` })),
    first,
  )

const appended = (slot: number, first: number, ...atMs: number[]): Message => ({
  type: 'socket/logAppended',
  topic: topics[slot] ?? '',
  packets: [lines(slot, first, ...atMs)],
})

/** Runs the effects over a log for each topic; returns the merged texts at the end of the diagram. */
const run = (m: Marbles, diagram: string, values: Record<string, Message>, shown = topics) => {
  const { deps } = effectHarness(fakeWorld(m.scheduler), () => NEVER)
  const logs = createLogBuffers(inProcessLogStore())
  const merged = createMergedLog()
  for (const [slot, topic] of shown.entries())
    merged.add({ slot, label: topic, buffer: logs.of(topic, createLogBuffer, shown.length) })
  const messages = messagesFrom(m.hot(diagram, values))
  const output$ = merge(receiveLogLines(messages, { ...deps, logs }), fillLogs(messages, { ...deps, logs }))
  m.expect(output$).toBeObservable('')
  m.flush()
  const { rows } = merged
  return Array.from({ length: rows.count }, (_, index) => merged.line(rows.sequenceAt(index) ?? 0)?.log).join(' ')
}

test(
  'given two replicas that write, when a third starts, then its lines join where they were written',
  marbles((m) => {
    const values = { a: appended(0, 1, 1000, 3000), b: appended(1, 1, 2000), c: appended(2, 1, 2500, 3500) }
    expect(run(m, 'a-b-c', values)).toBe('a1 b1 c1 a2 c2')
  }),
)

test(
  'given a lost connection, when each replica catches up in turn, then their lines are merged by time',
  marbles((m) => {
    const values = {
      a: appended(0, 1, 1000),
      b: appended(1, 1, 1001),
      c: appended(0, 2, 10_000, 20_000, 30_000),
      d: appended(1, 2, 15_000, 25_000),
    }
    expect(run(m, 'ab---cd', values)).toBe('a1 b1 a2 b2 a3 b3 a4')
  }),
)

test(
  'given a new leader tab, when it sends again what this tab has, then no line is lost or repeated',
  marbles((m) => {
    const values = {
      a: appended(0, 1, 1000, 1001),
      b: appended(1, 1, 1002),
      c: appended(0, 2, 1001, 1003),
      d: appended(1, 1, 1002, 1004),
    }
    expect(run(m, 'ab-cdcd', values)).toBe('a1 a2 b1 a3 b2')
  }),
)

test(
  'given live lines of replicas, when one arrives a little late, then it is added at the end',
  marbles((m) => {
    const values = {
      a: appended(0, 1, 1000),
      b: appended(1, 1, 1000),
      c: appended(0, 2, 1900),
      d: appended(1, 2, 1500),
    }
    expect(run(m, 'abcd', values)).toBe('a1 b1 a2 b2')
  }),
)
