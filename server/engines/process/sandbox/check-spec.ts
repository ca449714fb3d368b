import { type BuiltInImage, findBuiltInImage } from '../../built-in-images.ts'
import { EngineFailure, type InvalidVariable, type WorkloadSpec } from '../../engine.ts'
import { findInSandbox } from './find-in-sandbox.ts'
import type { Isolation } from './find-isolation.ts'
import { loaderVariable, unusableVariable } from './loader-variables.ts'

const ownCommand = ['node', '/app/program.mjs']

export function requireBuiltInImage(image: string): BuiltInImage {
  const builtIn = findBuiltInImage(image)
  if (builtIn) return builtIn
  throw new EngineFailure(
    'imageUnsupported',
    `The image ${image} needs a container engine, and this machine has none. Install Docker or Podman and restart Longshore, or choose a built-in image.`,
  )
}

/**
 * Returns the first variable that cannot be passed on or is unsafe. Inside a sandbox no variable is unsafe, because
 * nothing outside it sees them.
 */
export function invalidVariable(
  environment: Record<string, string>,
  isolation: Isolation,
): InvalidVariable | undefined {
  const unusable = unusableVariable(environment)
  if (unusable || isolation.kind !== 'none') return unusable
  return loaderVariable(Object.keys(environment))
}

/** Throws unless this machine can run the workload safely; called before anything is started. */
export function checkSpec(spec: WorkloadSpec, isolation: Isolation): void {
  requireBuiltInImage(spec.image)
  const invalid = invalidVariable(spec.environment, isolation)
  if (invalid) throw new EngineFailure('invalidSpec', invalid.message)
  if (spec.command && isolation.kind === 'none') {
    throw new EngineFailure(
      'commandUnsupported',
      'A custom command needs a container engine or bubblewrap, and this machine has neither. Install Docker, Podman or bubblewrap.',
    )
  }
  if (spec.command) commandOf(spec)
}

export function commandOf({ command = ownCommand }: WorkloadSpec): string[] {
  const [name = ''] = command
  if (findInSandbox(name)) return command
  throw new EngineFailure(
    'commandNotFound',
    `The command ${name} was not found in the image. Check its spelling and that the image contains it.`,
  )
}
