import { distinctUntilChanged, filter, groupBy, map, merge, mergeMap } from 'rxjs'
import { answeredTypes, callNameOf, failedTypes } from '../src/calls/call-types.ts'
import { isRead } from '../src/contract/call-names.ts'
import type { Report } from '../src/core/actor.ts'
import type { Failure } from '../src/core/failure.ts'
import { act } from './act.ts'
import type { Effect } from './deps.ts'

/**
 * Tells the reporter which call could not be read and how, and nothing of the person: neither the input nor the words. A
 * call that goes on failing alike is told once, until it is answered; what was cancelled has not failed.
 */
export const reportFailedReads =
  (report: Report): Effect =>
  (messages) =>
    merge(
      messages.of(...answeredTypes).pipe(map(({ type }) => ({ name: callNameOf(type), fault: null }))),
      messages
        .of(...failedTypes)
        .pipe(map(({ type, failure }) => ({ name: callNameOf(type), fault: faultOf(failure) }))),
    ).pipe(
      filter(({ name }) => isRead(name)),
      groupBy(({ name }) => name),
      mergeMap((outcome$) => outcome$.pipe(distinctUntilChanged((before, { fault }) => before.fault === fault))),
      act(({ name, fault }) => {
        if (fault !== null) report(`calls/${name}`, fault)
      }),
    )

const faultOf = (failure: Failure): string =>
  failure.kind === 'refused' ? `refused: ${failure.status} ${failure.code}` : failure.kind
