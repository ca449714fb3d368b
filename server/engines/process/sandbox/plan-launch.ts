import { join } from 'node:path'
import { type BuiltInImage, catalogueFolder, findBuiltInImage } from '../../built-in-images.ts'
import { EngineFailure, type WorkloadSpec } from '../../engine.ts'
import { freePort } from '../system/free-port.ts'
import type { LaunchRecord, WorkloadFolder } from '../workload-folder.ts'
import { findInSandbox } from './find-in-sandbox.ts'
import { sandboxCommand, sandboxPath } from './sandbox.ts'

const heapShare = 0.75
const ownCommand = ['node', '/app/program.mjs']

export function builtInImageOr(image: string): BuiltInImage {
  const builtIn = findBuiltInImage(image)
  if (builtIn) return builtIn
  throw new EngineFailure(
    'imageUnsupported',
    `The image ${image} needs a container engine, and this machine has none. Install Docker or Podman and start Longshore again, or choose one of the built-in images.`,
  )
}

/** The command line, environment and ports of a built-in image as a process of this machine. */
export async function planLaunch(
  spec: WorkloadSpec,
  folder: WorkloadFolder,
  isSandboxed: boolean,
): Promise<LaunchRecord> {
  const program = programOf(spec)
  if (spec.command && !isSandboxed) {
    throw new EngineFailure(
      'imageUnsupported',
      'A command of your own needs a container engine or bubblewrap, and this machine has neither. Install Docker, Podman or bubblewrap.',
    )
  }
  const ports = []
  for (const { containerPort, hostPort } of spec.ports) {
    ports.push({ containerPort, hostPort: await freePort(hostPort) })
  }
  const [first] = ports
  return {
    ...(isSandboxed
      ? { command: [...sandboxCommand({ program, files: folder.files }), ...commandOf(spec)], workingFolder: '/' }
      : { command: [process.execPath, program], workingFolder: folder.files }),
    environment: {
      ...baseEnvironment(spec, folder, isSandboxed),
      ...spec.environment,
      HOST: '127.0.0.1',
      ...(first ? { PORT: String(first.hostPort) } : {}),
    },
    limits: spec.limits,
    ports,
  }
}

export function programOf(spec: WorkloadSpec): string {
  return join(catalogueFolder, builtInImageOr(spec.image).program)
}

export function commandOf({ command = ownCommand }: WorkloadSpec): string[] {
  const [name = ''] = command
  if (findInSandbox(name)) return command
  throw new EngineFailure(
    'commandNotFound',
    `The command ${name} cannot be found in the image. Check its spelling and that the image holds it.`,
  )
}

function baseEnvironment(spec: WorkloadSpec, folder: WorkloadFolder, isSandboxed: boolean): Record<string, string> {
  const heapMegabytes = Math.max(16, Math.floor((spec.limits.memoryBytes / 1024 / 1024) * heapShare))
  return {
    PATH: isSandboxed ? sandboxPath : '/usr/bin:/bin',
    HOME: isSandboxed ? '/data' : folder.files,
    DATA_FOLDER: isSandboxed ? '/data' : folder.files,
    NODE_ENV: 'production',
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
  }
}
