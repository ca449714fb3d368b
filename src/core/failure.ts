/** Why a call failed. Failures are data, created once at the API boundary. */
export type Failure =
  | { kind: 'offline' }
  | { kind: 'timedOut' }
  | { kind: 'apiError'; status: number; code: string; message: string; fields: { field: string; message: string }[] }
  | { kind: 'unreadable' }
  /** The user did not complete the step-up. Nothing was done. */
  | { kind: 'cancelled' }

/** Returns the text for the user; an API error brings its own message. */
export const failureMessage = (failure: Failure): string => {
  switch (failure.kind) {
    case 'offline':
      return 'No connection. Check your network and try again.'
    case 'timedOut':
      return 'The server took too long to respond. Try again.'
    case 'apiError':
      return failure.message
    case 'unreadable':
      return 'The response could not be read. Reload the page to get the latest version.'
    case 'cancelled':
      return 'Cancelled. Nothing has changed.'
  }
}

/** Whether the outcome is unknown: the response was lost, and the server may have carried out the call. */
export const isUncertain = (failure: Failure): boolean => failure.kind !== 'apiError' && failure.kind !== 'cancelled'

/** Returns the error of one input field, by its dotted path. */
export const fieldErrorMessage = (failure: Failure, field: string): string | undefined =>
  failure.kind === 'apiError' ? failure.fields.find((entry) => entry.field === field)?.message : undefined

/** Whether the resource does not exist or is hidden from this user. No other failure implies this. */
export const isNotFound = (failure: Failure): boolean => failure.kind === 'apiError' && failure.status === 404

/** Whether the failure belongs to no field, so that it must be shown as a whole. */
export const hasNoFieldErrors = (failure: Failure): boolean =>
  failure.kind !== 'apiError' || failure.fields.length === 0
