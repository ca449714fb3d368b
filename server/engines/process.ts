import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { builtInImages, catalogueFolder } from './built-in-images.ts'
import type { Engine, Workload } from './engine.ts'
import { ChangeFeed } from './process/change-feed.ts'
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
import { WorkloadFolders } from './process/workload-folders.ts'

export interface ProcessEngineOptions {
  /** Workloads are kept in `workloads` below it. */
  dataFolder: string
}

const closingGraceMs = 3000

/** Runs the built-in images as processes of this machine, for machines without a container engine. */
export function createProcessEngine({ dataFolder }: ProcessEngineOptions): Engine {
  const folders = new WorkloadFolders(resolve(dataFolder, 'workloads'))
  const feed = new ChangeFeed()
  const inTurn = keyedQueue()
  const ends = new Map<string, Promise<void>>()
  const closing = new AbortController()
  let sandbox: Promise<boolean> | undefined

  for (const { id } of folders.running()) watchEnd(id)

  function watchEnd(id: string): Promise<void> {
    const end = untilEnded(folders.of(id), closing.signal).then((workload) => {
      ends.delete(id)
      if (workload?.state.kind !== 'ended') return
      if (workload.state.outOfMemory) feed.tell('outOfMemory', workload)
      feed.tell('ended', workload)
    })
    ends.set(id, end)
    return end
  }

  /** Tried once: whether a sandbox works does not change while Longshore runs. */
  function isSandboxed(): Promise<boolean> {
    const [first] = builtInImages
    sandbox ??= sandboxWorks({ program: join(catalogueFolder, first?.program ?? ''), files: folders.root })
    return sandbox
  }

  async function launch(id: string): Promise<Workload> {
    const folder = folders.of(id)
    const spec = folder.read('spec')
    if (!spec) return folders.known(id)
    folder.forget('run', 'exit')
    folder.write('launch', await planLaunch(spec, folder, await isSandboxed()))
    await launchRunner(folder)
    feed.tell('started', folders.known(id))
    watchEnd(id)
    return folders.known(id)
  }

  async function stop(id: string, graceMs: number): Promise<void> {
    const run = folders.of(id).read('run')
    if (folders.known(id).state.kind !== 'running' || !run) return
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
        const folder = folders.of(spec.id)
        const there = folders.find(spec.id)
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
        const workload = folders.find(id)
        if (!workload) return
        await stop(id, 0)
        rmSync(folders.of(id).path, { recursive: true, force: true })
        feed.tell('removed', workload)
      }),

    inspect: async (id) => folders.find(id),

    list: async () => folders.all(),

    async *logs(id, options) {
      folders.known(id)
      yield* processLogs(folders.of(id).path, options, () => folders.find(id)?.state.kind !== 'running')
    },

    exec: async (id, command, signal) => processExec(folders.ofRunning(id), command, signal),

    stats: async (id) => {
      const folder = folders.ofRunning(id)
      const memoryLimitBytes = folder.read('spec')?.limits.memoryBytes ?? 0
      return { atMs: Date.now(), ...treeUsage(folder.read('run')?.childPid ?? 0), memoryLimitBytes }
    },

    events: (signal) => feed.listen(signal),

    close: async () => {
      const left = folders.running()
      await Promise.all(left.map(({ id }) => inTurn(id, () => stop(id, closingGraceMs))))
      closing.abort()
      for (const { id } of left) folders.of(id).forget('run', 'exit')
    },
  }

  function said<T>(id: string, task: () => Promise<T>): Promise<T> {
    return inTurn(id, task).catch((error: unknown) => {
      throw processFailure(error)
    })
  }
}
