import { EventEmitter, on } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { builtInImages, catalogueFolder } from './built-in-images.ts'
import { type Engine, type EngineEvent, EngineFailure, type Workload } from './engine.ts'
import { describeProcess } from './process/describe-process.ts'
import { keyedQueue } from './process/keyed-queue.ts'
import { processLogs } from './process/logs/process-logs.ts'
import { processFailure } from './process/process-failure.ts'
import { launchRunner } from './process/runner/launch-runner.ts'
import { stopProcess } from './process/runner/stop-process.ts'
import { builtInImageOr, planLaunch } from './process/sandbox/plan-launch.ts'
import { processExec } from './process/sandbox/process-exec.ts'
import { sandboxWorks } from './process/sandbox/sandbox.ts'
import { treeUsage } from './process/system/process-tree.ts'
import { untilEnded } from './process/until-ended.ts'
import { WorkloadFolder } from './process/workload-folder.ts'
import { readWorkload } from './process/workload-state.ts'
import { checkedId } from './workload-id.ts'

export interface ProcessEngineOptions {
  /** Workloads are kept in `workloads` below it. */
  dataFolder: string
}

const closingGraceMs = 3000

/** Runs the built-in images as processes of this machine, for machines without a container engine. */
export function createProcessEngine({ dataFolder }: ProcessEngineOptions): Engine {
  const root = join(dataFolder, 'workloads')
  const inTurn = keyedQueue()
  const changes = new EventEmitter<{ change: [EngineEvent] }>().setMaxListeners(0)
  const ends = new Map<string, Promise<void>>()
  const closing = new AbortController()
  let sandbox: Promise<boolean> | undefined

  mkdirSync(root, { recursive: true })
  for (const { id, state } of all()) if (state.kind === 'running') watchEnd(id)

  function folderOf(id: string): WorkloadFolder {
    return new WorkloadFolder(join(root, checkedId(id)))
  }

  function all(): Workload[] {
    const workloads = readdirSync(root).map((id) => readWorkload(new WorkloadFolder(join(root, id))))
    return workloads.filter((workload) => workload !== undefined)
  }

  function known(id: string): Workload {
    const workload = readWorkload(folderOf(id))
    if (workload) return workload
    throw new EngineFailure('workloadNotFound', 'This workload is not there any more. Deploy it again.')
  }

  function running(id: string): WorkloadFolder {
    if (known(id).state.kind === 'running') return folderOf(id)
    throw new EngineFailure('workloadNotRunning', 'The workload is not running. Start it first.')
  }

  function tell(kind: EngineEvent['kind'], { id, labels }: Workload): void {
    changes.emit('change', { id, labels, kind, atMs: Date.now() })
  }

  function watchEnd(id: string): Promise<void> {
    const end = untilEnded(folderOf(id), closing.signal).then((workload) => {
      ends.delete(id)
      if (workload?.state.kind !== 'ended') return
      if (workload.state.outOfMemory) tell('outOfMemory', workload)
      tell('ended', workload)
    })
    ends.set(id, end)
    return end
  }

  /** Tried once: whether a sandbox works does not change while Longshore runs. */
  function isSandboxed(): Promise<boolean> {
    const [first] = builtInImages
    sandbox ??= sandboxWorks({ program: join(catalogueFolder, first?.program ?? ''), files: root })
    return sandbox
  }

  async function launch(id: string): Promise<Workload> {
    const folder = folderOf(id)
    const spec = folder.read('spec')
    if (!spec) return known(id)
    folder.forget('run', 'exit')
    folder.write('launch', await planLaunch(spec, folder, await isSandboxed()))
    await launchRunner(folder)
    tell('started', known(id))
    watchEnd(id)
    return known(id)
  }

  async function stop(id: string, graceMs: number): Promise<void> {
    const run = folderOf(id).read('run')
    if (known(id).state.kind !== 'running' || !run) return
    await stopProcess(run, graceMs, ends.get(id) ?? watchEnd(id))
  }

  return {
    name: 'process',

    describe: async () => describeProcess(await isSandboxed()),

    pull: async (image) => {
      builtInImageOr(image)
    },

    start: (spec) =>
      said(spec.id, async () => {
        builtInImageOr(spec.image)
        const folder = folderOf(spec.id)
        const there = readWorkload(folder)
        if (there && there.state.kind !== 'created') return there
        mkdirSync(folder.files, { recursive: true })
        if (!there) folder.write('spec', spec)
        return launch(spec.id)
      }),

    stop: (id, graceMs) => said(id, () => stop(id, graceMs)),

    restart: (id, graceMs) =>
      said(id, async () => {
        await stop(id, graceMs)
        return launch(id)
      }),

    remove: (id) =>
      said(id, async () => {
        const workload = readWorkload(folderOf(id))
        if (!workload) return
        await stop(id, 0)
        rmSync(folderOf(id).path, { recursive: true, force: true })
        tell('removed', workload)
      }),

    inspect: async (id) => readWorkload(folderOf(id)),

    list: async () => all(),

    async *logs(id, options) {
      known(id)
      yield* processLogs(folderOf(id).path, options, () => readWorkload(folderOf(id))?.state.kind !== 'running')
    },

    exec: async (id, command, signal) => processExec(running(id), command, signal),

    stats: async (id) => {
      const folder = running(id)
      const memoryLimitBytes = folder.read('spec')?.limits.memoryBytes ?? 0
      return { atMs: Date.now(), ...treeUsage(folder.read('run')?.childPid ?? 0), memoryLimitBytes }
    },

    events: (signal) => listen(signal),

    close: async () => {
      const left = all().filter(({ state }) => state.kind === 'running')
      await Promise.all(left.map(({ id }) => inTurn(id, () => stop(id, closingGraceMs))))
      closing.abort()
      for (const { id } of left) folderOf(id).forget('run', 'exit')
    },
  }

  function said<T>(id: string, task: () => Promise<T>): Promise<T> {
    return inTurn(id, task).catch((error: unknown) => {
      throw processFailure(error)
    })
  }

  function listen(signal: AbortSignal): AsyncIterable<EngineEvent> {
    const heard = on(changes, 'change', { signal })
    return (async function* () {
      try {
        for await (const [event] of heard) yield event as EngineEvent // `on` does not know the emitter's type.
      } catch (error) {
        if (!signal.aborted) throw error
      }
    })()
  }
}
