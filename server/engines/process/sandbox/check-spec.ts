import { type BuiltInImage, findBuiltInImage } from '../../built-in-images.ts'
import { EngineFailure, type InvalidVariable, type WorkloadSpec } from '../../engine.ts'
import { needsContainers } from '../unsupported.ts'
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
  checkFields(spec)
  if ((spec.command || spec.entrypoint) && isolation.kind === 'none') {
    throw new EngineFailure(
      'commandUnsupported',
      'A custom command needs a container engine or bubblewrap, and this machine has neither. Install Docker, Podman or bubblewrap.',
    )
  }
  commandOf(spec)
}

/** Rejects what processes cannot have, instead of starting a workload that differs from its specification. */
function checkFields(spec: WorkloadSpec): void {
  if (spec.files?.length) throw needsContainers('files', 'Files')
  if (spec.mounts?.length) throw needsContainers('mounts', 'Volumes')
  if (spec.networks?.length) throw needsContainers('networks', 'Shared networks')
  if (spec.user !== undefined) throw needsContainers('user', 'Users')
  if (spec.workingDirectory !== undefined) throw needsContainers('workingDirectory', 'Working directories')
  if (spec.stopSignal !== undefined) throw needsContainers('stopSignal', 'Stop signals')
  if (spec.limits.sharedMemoryBytes !== undefined)
    throw needsContainers('limits.sharedMemoryBytes', 'Sizes of shared memory')
  if (spec.ports.some(({ protocol }) => protocol === 'udp')) throw needsContainers('ports', 'UDP ports')
}

/** As with containers, an entrypoint also replaces the image's own command. */
export function commandOf(spec: Pick<WorkloadSpec, 'entrypoint' | 'command'>): string[] {
  const command = spec.entrypoint || spec.command ? [...(spec.entrypoint ?? []), ...(spec.command ?? [])] : ownCommand
  const [name = ''] = command
  if (findInSandbox(name)) return command
  throw new EngineFailure(
    'commandNotFound',
    `The command ${name} was not found in the image. Check its spelling and that the image contains it.`,
  )
}
