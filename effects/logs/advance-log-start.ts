import { filter } from 'rxjs'
import { logOfTopic } from '../../src/logs/log-of-topic.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** A log whose oldest lines are gone begins later. */
export const advanceLogStart: Effect = (messages, { logs }) =>
  messages.of('socket/missed').pipe(
    filter(({ topic }) => logOfTopic(topic) !== null),
    act(({ topic, from }) => {
      const buffer = logs.existing(topic)
      buffer?.fill([], { oldest: from + 1, head: Math.max(from, buffer.extent().head) })
    }),
  )
