import { mkdtempSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInImages, catalogueFolder } from '../../built-in-images.ts'
import { compileRunner } from '../runner/launch-runner.ts'
import { WorkloadFolder } from '../workload-folder.ts'
import { type Bubblewrap, findBubblewrap } from './bubblewrap.ts'
import { runSandboxed } from './run-sandboxed.ts'
import { sandboxed, workloadUid } from './sandbox.ts'
import { type SupervisorOptions, supervisorCommand } from './supervisor.ts'

/** How workloads are isolated: by sandbox and network, by sandbox alone, or not at all. */
export type Isolation = { kind: 'network' | 'sandbox'; bubblewrap: Bubblewrap } | { kind: 'none' }

const probeMs = 10_000
const measured = new Map<string | undefined, Promise<Isolation>>()

/**
 * Finds the strongest isolation that this machine supports by running a program in each kind of sandbox. `bwrap` is the
 * path of bubblewrap, if given. Measured once: the result does not change while Longshore runs.
 */
export function findIsolation(bwrap?: string): Promise<Isolation> {
  const known = measured.get(bwrap)
  if (known) return known
  const measuring = measure(bwrap)
  measured.set(bwrap, measuring)
  measuring.catch(() => measured.delete(bwrap))
  return measuring
}

async function measure(bwrap: string | undefined): Promise<Isolation> {
  const bubblewrap = process.platform === 'linux' ? await findBubblewrap(bwrap) : undefined
  if (!bubblewrap) return { kind: 'none' }
  const folder = new WorkloadFolder(mkdtempSync(join(tmpdir(), 'longshore-sandbox-')))
  try {
    const isolation = await strongestIsolation(bubblewrap, folder)
    await compileRunner(folder, supervisorOf(isolation, folder, { compiles: true }))
    return isolation
  } finally {
    rmSync(folder.path, { recursive: true, force: true })
  }
}

async function strongestIsolation(bubblewrap: Bubblewrap, folder: WorkloadFolder): Promise<Isolation> {
  for (const kind of ['network', 'sandbox'] as const) {
    const isolation: Isolation = { kind, bubblewrap }
    folder.prepare(programOwner(isolation))
    const network = await networkInside(isolation, folder)
    const isOwn = network !== readlinkSync('/proc/self/ns/net')
    if (network !== undefined && isOwn === (kind === 'network')) return isolation
  }
  return { kind: 'none' }
}

/** Returns the uid that owns a workload's files; undefined when it is Longshore's own user. */
export function programOwner(isolation: Isolation): number | undefined {
  return isolation.kind !== 'none' && isolation.bubblewrap.isRoot ? workloadUid : undefined
}

/** Returns the command that wraps the runner's command. */
export function supervisorOf(
  isolation: Isolation,
  folder: WorkloadFolder,
  { compiles = false }: Pick<SupervisorOptions, 'compiles'> = {},
): string[] {
  if (isolation.kind === 'none') return []
  if (isolation.kind === 'sandbox' && !isolation.bubblewrap.isRoot) return []
  return supervisorCommand(isolation.bubblewrap, folder.path, { hasOwnNetwork: isolation.kind === 'network', compiles })
}

/** Returns the network namespace of a sandboxed program; undefined when the sandbox cannot be started. */
async function networkInside(isolation: Isolation, folder: WorkloadFolder): Promise<string | undefined> {
  if (isolation.kind === 'none') return undefined
  const program = join(catalogueFolder, builtInImages[0]?.program ?? '')
  const printNamespace = "process.stdout.write(require('node:fs').readlinkSync('/proc/self/ns/net'))"
  const view = { program, files: folder.files, environment: {} }
  const { command, sandboxArguments } = sandboxed(isolation.bubblewrap, view, [
    '/longshore/bin/node',
    '-e',
    printNamespace,
  ])
  const trial = { command: [...supervisorOf(isolation, folder), ...command], sandboxArguments }
  try {
    const { exitCode, output } = await runSandboxed(trial, { signal: AbortSignal.timeout(probeMs) })
    return exitCode === 0 ? output : undefined
  } catch {
    return undefined
  }
}
