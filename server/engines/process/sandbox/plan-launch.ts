import { join } from 'node:path'
import { catalogueFolder } from '../../built-in-images.ts'
import type { Workload, WorkloadSpec } from '../../engine.ts'
import type { LaunchRecord, WorkloadFolder } from '../workload-folder.ts'
import { fixedEnvironment } from './bubblewrap.ts'
import { commandOf, requireBuiltInImage } from './check-spec.ts'
import type { Isolation } from './find-isolation.ts'
import { type SandboxView, sandboxed, sandboxPath } from './sandbox.ts'

const heapFraction = 0.75

/**
 * Plans how the runner starts a built-in image. With a sandbox, a tenant's variables reach only the program inside it.
 */
export function planLaunch(
  spec: WorkloadSpec,
  folder: WorkloadFolder,
  isolation: Isolation,
  ports: Workload['ports'],
): LaunchRecord {
  const isRelayed = isolation.kind === 'network'
  const record = { limits: spec.limits, ports, isRelayed }
  if (isolation.kind !== 'none') {
    const view = sandboxViewOf(spec, folder, record)
    const inside = sandboxed(isolation.bubblewrap, view, commandOf(spec))
    return { ...record, ...inside, environment: fixedEnvironment, workingFolder: '/' }
  }
  return {
    ...record,
    command: [process.execPath, heapLimit(spec), programOf(spec)],
    environment: {
      ...fixedEnvironment,
      NODE_ENV: 'production',
      ...spec.environment,
      HOME: folder.files,
      DATA_FOLDER: folder.files,
      ...addressOf(record),
    },
    workingFolder: folder.files,
  }
}

/** Returns what a workload's program, or an `exec` command beside it, sees in its sandbox. */
export function sandboxViewOf(
  spec: WorkloadSpec,
  folder: WorkloadFolder,
  launch: Pick<LaunchRecord, 'ports' | 'isRelayed'>,
): SandboxView {
  return {
    program: programOf(spec),
    files: folder.files,
    environment: {
      PATH: sandboxPath,
      HOME: '/data',
      DATA_FOLDER: '/data',
      NODE_ENV: 'production',
      NODE_OPTIONS: heapLimit(spec),
      ...spec.environment,
      ...addressOf(launch),
    },
  }
}

function programOf(spec: WorkloadSpec): string {
  return join(catalogueFolder, requireBuiltInImage(spec.image).program)
}

/**
 * Sets the port that the program listens on: the image's port in a network of its own, otherwise the assigned port of
 * this machine.
 */
function addressOf({ ports, isRelayed }: Pick<LaunchRecord, 'ports' | 'isRelayed'>): Record<string, string> {
  const [first] = ports
  const port = isRelayed ? first?.containerPort : first?.hostPort
  return {
    ...(isRelayed ? {} : { HOST: '127.0.0.1' }),
    ...(port === undefined ? {} : { PORT: String(port) }),
  }
}

function heapLimit({ limits }: WorkloadSpec): string {
  return `--max-old-space-size=${Math.max(16, Math.floor((limits.memoryBytes / 1024 / 1024) * heapFraction))}`
}
