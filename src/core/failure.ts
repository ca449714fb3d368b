/** Why a call did not bring what was asked; data, made once at the api edge. */
export type Failure =
  | { kind: 'offline' }
  | { kind: 'timedOut' }
  | { kind: 'apiError'; status: number; code: string; message: string; fields: { field: string; message: string }[] }
  | { kind: 'unreadable' }
  /** The user was asked to confirm that it is them, and did not. Nothing was done. */
  | { kind: 'cancelled' }

/** Words for a person; a refusal brings its own. */
export const failureMessage = (failure: Failure): string => {
  switch (failure.kind) {
    case 'offline':
      return 'No connection. Check your network; we keep trying.'
    case 'timedOut':
      return 'The server took too long to answer. Please try again.'
    case 'apiError':
      return failure.message
    case 'unreadable':
      return 'The server sent something that could not be read. Reload the page to get the newest version.'
    case 'cancelled':
      return 'Cancelled. Nothing was changed.'
  }
}

/** Whether it was done all the same is not known: the response was lost. */
export const isUncertain = (failure: Failure): boolean => failure.kind !== 'apiError' && failure.kind !== 'cancelled'

/** What a refusal says of one field of the input, by its dotted path. */
export const fieldErrorMessage = (failure: Failure, field: string): string | undefined =>
  failure.kind === 'apiError' ? failure.fields.find((entry) => entry.field === field)?.message : undefined

/** What was asked for is not there, or not for this person to see. Any other failure says nothing of that. */
export const isNotFound = (failure: Failure): boolean => failure.kind === 'apiError' && failure.status === 404

/** It has to be said as a whole, for no field shows it. */
export const isOfNoField = (failure: Failure): boolean => failure.kind !== 'apiError' || failure.fields.length === 0
