import type { Failure } from '../../src/core/failure.ts'
import { CommandError, exitCodes } from '../command-error.ts'

/** Returns what a failed call means for the user of the command line. */
export const errorOfFailure = (failure: Failure, url: string): CommandError => {
  switch (failure.kind) {
    case 'offline':
      return new CommandError(`${url} cannot be reached. Check the URL and your network.`)
    case 'timedOut':
      return new CommandError(`${url} took too long to respond. Try again.`)
    case 'unreadable':
      return new CommandError(`The response of ${url} could not be read. Use the version of longshore that fits it.`)
    case 'cancelled':
      return new CommandError('Cancelled.')
    case 'apiError':
      return errorOfResponse(failure, url)
  }
}

const errorOfResponse = (
  { status, code, message, fields }: Extract<Failure, { kind: 'apiError' }>,
  url: string,
): CommandError => {
  if (status === 401) return new CommandError('You are not logged in. Run “longshore login”.', exitCodes.notLoggedIn)
  if (code === 'stepUpNeeded')
    return new CommandError(
      `Your account has a second factor, which only the console can check. Do this at ${url}, or with an API token in LONGSHORE_TOKEN.`,
    )
  const named = fields
    .filter((field) => field.message !== message)
    .map(({ field, message }) => `  ${field}: ${message}`)
  return new CommandError([message, ...named].join('\n'), exitCodes.failed, fields)
}
