import { EngineFailure, type EngineFailureCode } from '../../engine.ts'
import { dockerFailure } from '../docker-failure.ts'
import { type FailureSubject, unreachableRegistry } from '../failure-rules.ts'

const known = new Set<EngineFailureCode>([
  'registryDenied',
  'registryUnreachable',
  'imageNotFound',
  'imageUnsupported',
  'diskFull',
  'engineUnreachable',
])

/**
 * Converts an error of a registry request. The engine repeats text from whichever server responded, and that may be an
 * internal service of the operator instead of a registry; so every unrecognised error becomes `registryUnreachable`.
 */
export function registryFailure(error: unknown, subject: FailureSubject): Error {
  const failure = dockerFailure(error, subject)
  if (!(failure instanceof EngineFailure) || known.has(failure.code)) return failure
  return new EngineFailure('registryUnreachable', unreachableRegistry(subject), { cause: error })
}
