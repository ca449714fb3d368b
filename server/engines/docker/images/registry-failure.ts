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
 * A failure of what the engine asks a registry. The engine repeats words of whatever answered, which may be no registry
 * but a service inside the operator's network, so anything that is not understood becomes "cannot be reached".
 */
export function registryFailure(error: unknown, subject: FailureSubject): Error {
  const failure = dockerFailure(error, subject)
  if (!(failure instanceof EngineFailure) || known.has(failure.code)) return failure
  return new EngineFailure('registryUnreachable', unreachableRegistry(subject), { cause: error })
}
