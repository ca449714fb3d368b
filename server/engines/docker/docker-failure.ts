import { EngineFailure } from '../engine.ts'
import { type FailureSubject, failureRules } from './failure-rules.ts'

/**
 * Bounds the text that the rules match: registries supply part of the messages, and the patterns are not linear in
 * their length.
 */
export const MAX_MESSAGE_LENGTH = 2000

const brokenConnection = new Set([
  'ECONNREFUSED',
  'ENOENT',
  'EACCES',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
])

/** Converts an error of the engine's API to an `EngineFailure` with a message for users. An abort stays an abort. */
export function dockerFailure(error: unknown, subject: FailureSubject = {}): Error {
  if (error instanceof EngineFailure) return error
  if (!(error instanceof Error)) return new EngineFailure('unexpected', String(error))
  const reason = error.cause instanceof Error ? error.cause.name : ''
  if (error.name === 'TimeoutError' || reason === 'TimeoutError')
    return unreachableEngine('did not respond in time', error)
  if (error.name === 'AbortError') return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'EACCES') return unreachableEngine('cannot be used by this user (no permission for its socket)', error)
  if (brokenConnection.has(code) || error.message === 'aborted') return unreachableEngine('is not responding', error)
  return engineFailureFromMessage(dockerErrorMessage(error), subject, error)
}

/** The same for an error message inside a response (a pull's progress, an exec's output). */
export function engineFailureFromMessage(message: string, subject: FailureSubject, cause?: Error): EngineFailure {
  const detail = message.slice(0, MAX_MESSAGE_LENGTH)
  const options = cause ? { cause } : {}
  const rule = failureRules.find(([pattern]) => pattern.test(detail))
  if (rule) return new EngineFailure(rule[1], rule[2](subject, detail), options)
  return new EngineFailure(
    'unexpected',
    `The container engine returned an error: ${detail}. See its log for details.`,
    options,
  )
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined
}

/** Ignores a status that means that there is nothing left to do. */
export function ignoreStatus(status: number): (error: unknown) => undefined {
  return (error) => {
    if (statusOf(error) !== status) throw error
    return undefined
  }
}

function unreachableEngine(what: string, cause: Error): EngineFailure {
  return new EngineFailure(
    'engineUnreachable',
    `The container engine ${what}. Check that Docker or Podman is running and that this user can access it.`,
    { cause },
  )
}

function dockerErrorMessage(error: Error): string {
  const [, reason = '', message = error.message] = /^\(HTTP code \d+\) (.*?) - (.*)$/s.exec(error.message) ?? []
  return message.trim() || reason
}
