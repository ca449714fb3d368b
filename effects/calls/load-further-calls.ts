import { catchError, defer, EMPTY, ignoreElements, switchMap, take } from 'rxjs'
import { succeededTypes } from '../../src/calls/call-types.ts'
import type { ContractParts } from '../api/response-schema.ts'
import type { ConsoleEffect } from '../deps.ts'

/**
 * Loads the further calls beside the first page, once its first response is there, so that the pages that make them
 * need not wait. A failed load is repeated by the call that needs it.
 */
export const loadFurtherCalls =
  (parts: ContractParts): ConsoleEffect =>
  (messages) =>
    messages.of(...succeededTypes).pipe(
      take(1),
      switchMap(() => defer(() => parts.further())),
      catchError(() => EMPTY),
      ignoreElements(),
    )
