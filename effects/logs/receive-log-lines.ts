import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** Lines go from the stream to the log's store, a frame's worth at a time, and never through a slice. */
export const receiveLogLines: Effect = (messages, { logs }) =>
  messages.of('socket/logGrew').pipe(act(({ topic, packets }) => logs.existing(topic)?.receive(packets)))

/** What one person read is not left for the next. */
export const forgetLogs: Effect = (messages, { logs }) =>
  messages.of('ui/signOutPressed', 'tab/signedOut', 'api/sessionEnded').pipe(act(() => logs.forget()))
