import { filter } from 'rxjs'
import { logOfTopic } from '../../src/logs/log-of-topic.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Adds each frame's new lines to the log's buffer; they never pass through a slice. */
export const receiveLogLines: Effect = (messages, { logs }) =>
  messages.of('socket/logAppended').pipe(act(({ topic, packets }) => logs.existing(topic)?.receive(packets)))

/** Moves the start of a log whose oldest lines have expired. */
export const advanceLogStart: Effect = (messages, { logs }) =>
  messages.of('socket/packetsLost').pipe(
    filter(({ topic }) => logOfTopic(topic) !== null),
    act(({ topic, from }) => {
      const buffer = logs.existing(topic)
      buffer?.fill([], { oldest: from + 1, head: Math.max(from, buffer.extent().head) })
    }),
  )

/** Drops all lines when the user changes. */
export const forgetLogs: Effect = (messages, { logs }) =>
  messages.of('ui/signOutPressed', 'tab/signedOut', 'api/sessionEnded').pipe(act(() => logs.forget()))
