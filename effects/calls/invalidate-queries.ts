import { filter, from, map, merge, mergeMap, type Observable } from 'rxjs'
import { callNameOf, failedTypes, succeededTypes } from '../../src/calls/call-types.ts'
import { isForEverybody } from '../../src/calls/queries.ts'
import { queriesInvalidatedByEvent } from '../../src/calls/queries-invalidated-by-event.ts'
import { queriesInvalidatedByMutation } from '../../src/calls/queries-invalidated-by-mutation.ts'
import type { QueryState } from '../../src/calls/queries-patched-by.ts'
import type { CallName, QueryName } from '../../src/contract/contract.ts'
import { isUncertain } from '../../src/core/failure.ts'
import type { Messages } from '../../src/core/messages.ts'
import { isConnected } from '../../src/live/live.ts'
import { logOfTopic } from '../../src/logs/log-of-topic.ts'
import type { Message } from '../../src/message.ts'
import { invalidatedByNotification, noticed } from '../../src/notifications/invalidated-by-notification.ts'
import type { Deps } from '../deps.ts'

/** Something that concerns one call with one input. */
export interface QueryCommand {
  name: CallName
  input: object
  kind: 'subscribed' | 'unsubscribed' | 'refresh'
}

/** Which of the reads that views want must be fetched again, as things happen. */
export const invalidateQueries = (messages: Messages<Message>, deps: Deps): Observable<QueryCommand> => {
  const subscribedQueries = (isMeant: (query: QueryState) => boolean): QueryCommand[] =>
    Object.values(deps.read().queries)
      .filter((query) => query.subscribers > 0 && isMeant(query))
      .map(({ name, input }) => ({ name, input, kind: 'refresh' }))

  // A write of which nobody knows whether it was done may have been.
  const unknownOutcome$ = messages
    .of(...failedTypes)
    .pipe(filter(({ failure }) => isUncertain(failure) && deps.read().live.online))

  const mutationInvalidations$ = merge(messages.of(...succeededTypes), unknownOutcome$).pipe(
    map(({ type }) => queriesInvalidatedByMutation(callNameOf(type))),
    filter((names) => names.length > 0),
    map((names: readonly QueryName[]) => subscribedQueries((query) => names.includes(query.name))),
  )

  const eventInvalidations$ = messages.of('socket/organizationChanged').pipe(
    map(({ packets }) => new Set(packets.flatMap(({ event }) => queriesInvalidatedByEvent(event)))),
    filter((names) => names.size > 0),
    map((names) => subscribedQueries((query) => names.has(query.name))),
  )

  const everything$ = messages
    .of(
      'socket/missed',
      'socket/watchRejected',
      'tab/signedIn',
      'storage/tokenFound',
      'api/signedIn',
      'tab/loginConnected',
    )
    .pipe(
      // A log whose oldest lines are gone says nothing of what reads show.
      filter((message) => message.type !== 'socket/missed' || logOfTopic(message.topic) === null),
      // What is the same for everybody does not change with who is signed in.
      map(({ type }) => subscribedQueries(({ name }) => type === 'socket/missed' || !isForEverybody(name))),
    )

  const polls$ = messages.of('timer/pollDue').pipe(
    filter(() => !isConnected(deps.read().live.connection)),
    map(() => subscribedQueries(() => true)),
  )

  const retries$ = messages.of('socket/onlineChanged', 'socket/connectionChanged').pipe(
    filter((message) => (message.type === 'socket/onlineChanged' ? message.online : isConnected(message.connection))),
    map(() => subscribedQueries((query) => query.data.kind === 'failed')),
  )

  const notificationInvalidations$ = messages.of('sse/notified', 'tab/notificationsRead').pipe(
    map((message) => (message.type === 'sse/notified' ? invalidatedByNotification(message.notification) : noticed)),
    map((names) => subscribedQueries((query) => names.includes(query.name))),
  )

  return merge(
    mutationInvalidations$,
    eventInvalidations$,
    everything$,
    polls$,
    retries$,
    notificationInvalidations$,
  ).pipe(mergeMap((commands) => from(commands)))
}
