import { distinctUntilChanged, filter, groupBy, map, merge, mergeMap } from 'rxjs'
import { callNameOf, failedTypes, succeededTypes } from '../../src/calls/call-types.ts'
import { isQuery } from '../../src/contract/call-names.ts'
import type { Report } from '../../src/core/actor.ts'
import type { Failure } from '../../src/core/failure.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/**
 * Reports failed queries by name and reason, without personal data such as the input or the server's message. Repeated
 * failures of a query for the same reason are reported once, until it succeeds.
 */
export const reportFailedQueries =
  (report: Report): Effect =>
  (messages) =>
    merge(
      messages.of(...succeededTypes).pipe(map(({ type }) => ({ name: callNameOf(type), reason: null }))),
      messages
        .of(...failedTypes)
        .pipe(map(({ type, failure }) => ({ name: callNameOf(type), reason: reasonOf(failure) }))),
    ).pipe(
      filter(({ name }) => isQuery(name)),
      groupBy(({ name }) => name),
      mergeMap((outcome$) => outcome$.pipe(distinctUntilChanged((before, { reason }) => before.reason === reason))),
      act(({ name, reason }) => {
        if (reason !== null) report(`calls/${name}`, reason)
      }),
    )

const reasonOf = (failure: Failure): string =>
  failure.kind === 'apiError' ? `apiError: ${failure.status} ${failure.code}` : failure.kind
