import { filter, from, map, merge, mergeMap, type Observable } from 'rxjs'
import { answeredTypes, callNameOf, failedTypes } from '../src/calls/call-types.ts'
import { isForEverybody, type Read } from '../src/calls/reads.ts'
import { readsMovedBy } from '../src/calls/reads-moved-by.ts'
import { readsRefreshedBy } from '../src/calls/refreshed-by.ts'
import type { ReadName } from '../src/contract/contract.ts'
import { isUncertain } from '../src/core/failure.ts'
import type { Messages } from '../src/core/messages.ts'
import { isConnected } from '../src/live/live.ts'
import { logOfTopic } from '../src/logs/log-of-topic.ts'
import type { Message } from '../src/message.ts'
import { noticed, readsToldBy } from '../src/notifications/reads-told-by.ts'
import type { Deps } from './deps.ts'
import type { ReadCommand } from './read-lane.ts'

/** Which of the reads that views want must be fetched again, as things happen. */
export const refreshes = (messages: Messages<Message>, deps: Deps): Observable<ReadCommand> => {
  const wantedReads = (isMeant: (read: Read) => boolean): ReadCommand[] =>
    Object.values(deps.read().reads)
      .filter((read) => read.wants > 0 && isMeant(read))
      .map(({ name, input }) => ({ name, input, kind: 'refresh' }))

  // A write of which nobody knows whether it was done may have been.
  const unanswered$ = messages
    .of(...failedTypes)
    .pipe(filter(({ failure }) => isUncertain(failure) && deps.read().live.online))

  const whatAWriteChanged$ = merge(messages.of(...answeredTypes), unanswered$).pipe(
    map(({ type }) => readsRefreshedBy(callNameOf(type))),
    filter((names) => names.length > 0),
    map((names: readonly ReadName[]) => wantedReads((read) => names.includes(read.name))),
  )

  const whatCameOrWent$ = messages.of('socket/organizationChanged').pipe(
    map(({ packets }) => new Set(packets.flatMap(({ event }) => readsMovedBy(event)))),
    filter((names) => names.size > 0),
    map((names) => wantedReads((read) => names.has(read.name))),
  )

  const everything$ = messages
    .of('socket/missed', 'socket/refused', 'tab/signedIn', 'storage/tokenFound', 'api/signedIn', 'tab/loginConnected')
    .pipe(
      // A log whose oldest lines are gone says nothing of what reads show.
      filter((message) => message.type !== 'socket/missed' || logOfTopic(message.topic) === null),
      // What is the same for everybody does not change with who is signed in.
      map(({ type }) => wantedReads(({ name }) => type === 'socket/missed' || !isForEverybody(name))),
    )

  const whatIsNotLive$ = messages.of('timer/pollDue').pipe(
    filter(() => !isConnected(deps.read().live.connection)),
    map(() => wantedReads(() => true)),
  )

  const whatFailed$ = messages.of('socket/onlineChanged', 'socket/connectionChanged').pipe(
    filter((message) => (message.type === 'socket/onlineChanged' ? message.online : isConnected(message.connection))),
    map(() => wantedReads((read) => read.data.kind === 'failed')),
  )

  const whatWasNotified$ = messages.of('sse/notified', 'tab/notificationsRead').pipe(
    map((message) => (message.type === 'sse/notified' ? readsToldBy(message.notification) : noticed)),
    map((names) => wantedReads((read) => names.includes(read.name))),
  )

  return merge(whatAWriteChanged$, whatCameOrWent$, everything$, whatIsNotLive$, whatFailed$, whatWasNotified$).pipe(
    mergeMap((commands) => from(commands)),
  )
}
