import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { diskSpaceOf } from './disk-space.ts'
import type { Engine, Workload } from './engine.ts'
import { probeWorkload } from './probe/probe-workload.ts'
import { ChangeFeed } from './process/change-feed.ts'
import { describeProcess, processCapabilities } from './process/describe-process.ts'
import { processDiskUsage } from './process/disk/process-disk-usage.ts'
import { removeFolder } from './process/disk/remove-folder.ts'
import { keyedQueue } from './process/keyed-queue.ts'
import { processLogs } from './process/logs/process-logs.ts'
import { processFailure } from './process/process-failure.ts'
import { launchRunner } from './process/runner/launch-runner.ts'
import { stopProcess } from './process/runner/stop-process.ts'
import { checkSpec, invalidVariable, requireBuiltInImage } from './process/sandbox/check-spec.ts'
import { findIsolation, programOwner, supervisorOf } from './process/sandbox/find-isolation.ts'
import { planLaunch } from './process/sandbox/plan-launch.ts'
import { processExec } from './process/sandbox/process-exec.ts'
import { listensOn } from './process/system/listens-on.ts'
import { openPorts } from './process/system/open-ports.ts'
import { treeTransfers, treeUsage } from './process/system/process-tree.ts'
import { needsContainers, withoutNetworksAndVolumes, withoutSessions } from './process/unsupported.ts'
import { waitForExit } from './process/wait-for-exit.ts'
import { WorkloadFolders } from './process/workload-folders.ts'

export interface ProcessEngineOptions {
  /** Parent of the `workloads` folder. */
  dataFolder: string
  /** Path of bubblewrap; searched for in the system's folders when not given. */
  bwrap?: string | undefined
}

const closingGraceMs = 3000

/** Creates a driver that runs the built-in images as processes, for machines without a container engine. */
export function createProcessEngine({ dataFolder, bwrap }: ProcessEngineOptions): Engine {
  const folders = new WorkloadFolders(resolve(dataFolder, 'workloads'))
  const feed = new ChangeFeed()
  const inTurn = keyedQueue()
  const ends = new Map<string, Promise<void>>()
  const closing = new AbortController()

  for (const { id } of folders.running()) watchExit(id)

  function watchExit(id: string): Promise<void> {
    const end = waitForExit(folders.of(id), closing.signal).then((workload) => {
      ends.delete(id)
      if (workload?.state.kind !== 'ended') return
      if (workload.state.outOfMemory) feed.publish('outOfMemory', workload)
      feed.publish('ended', workload)
    })
    ends.set(id, end)
    return end
  }

  const measureIsolation = () => findIsolation(bwrap)

  async function launch(id: string): Promise<Workload> {
    const folder = folders.of(id)
    const spec = folder.read('spec')
    if (!spec) return folders.get(id)
    folder.forget('run', 'exit')
    const measured = await measureIsolation()
    checkSpec(spec, measured)
    folder.prepare(programOwner(measured))
    const open = await openPorts(spec.ports)
    try {
      const record = planLaunch(spec, folder, measured, open.ports)
      folder.write('launch', record)
      // Without a relay the program listens on these ports itself.
      if (!record.isRelayed) await open.close()
      await launchRunner(folder, supervisorOf(measured, folder), open.listening)
    } finally {
      await open.close()
    }
    feed.publish('started', folders.get(id))
    watchExit(id)
    return folders.get(id)
  }

  async function stop(id: string, graceMs: number): Promise<void> {
    const run = folders.of(id).read('run')
    if (folders.get(id).state.kind !== 'running' || !run) return
    await stopProcess(run, graceMs, ends.get(id) ?? watchExit(id))
  }

  const inspect = async (id: string) => folders.find(id)

  const listens: Engine['listens'] = async ({ id }, containerPort) => {
    const folder = folders.getRunning(id)
    const run = folder.read('run')
    return run && folder.read('launch')?.isRelayed ? listensOn(run.runnerPid, containerPort) : undefined
  }

  const exec: Engine['exec'] = async (id, command, options) => {
    const folder = folders.getRunning(id)
    const measured = await measureIsolation()
    return processExec({ ...options, folder, isolation: measured, command, ended: ends.get(id) ?? watchExit(id) })
  }

  return {
    name: 'process',
    ...withoutNetworksAndVolumes,

    describe: async () => describeProcess(await measureIsolation()),

    capabilities: async () => processCapabilities(await measureIsolation()),

    findInvalidVariable: async (environment) => invalidVariable(environment, await measureIsolation()),

    pull: async (image) => {
      requireBuiltInImage(image)
      return { reference: image, isNew: false }
    },

    removeImage: async () => true,

    diskUsage: async (signal) => processDiskUsage(folders, signal),

    diskSpace: () => diskSpaceOf(folders.root),

    start: (spec) =>
      runInTurn(spec.id, async () => {
        checkSpec(spec, await measureIsolation())
        const folder = folders.of(spec.id)
        const there = folders.find(spec.id)
        if (there && there.state.kind !== 'created') return there
        mkdirSync(folder.path, { recursive: true })
        if (!there) folder.write('spec', spec)
        return launch(spec.id)
      }),

    stop: (id, graceMs) => runInTurn(id, () => stop(id, graceMs)),

    restart: (id, graceMs) =>
      runInTurn(id, async () => {
        await stop(id, graceMs)
        return launch(id)
      }),

    remove: (id) =>
      runInTurn(id, async () => {
        const workload = folders.find(id)
        if (!workload) return
        await stop(id, 0)
        await removeFolder(folders.of(id).path)
        feed.publish('removed', workload)
      }),

    inspect,

    listens,

    list: async () => folders.all(),

    async *logs(id, options) {
      folders.get(id)
      yield* processLogs(folders.of(id).path, options, () => folders.find(id)?.state.kind !== 'running')
    },

    exec,

    stream: () => Promise.reject(needsContainers('command', 'Dumps')),

    ...withoutSessions,

    probe: probeWorkload({ inspect, listens, exec }),

    stats: async (id) => {
      const folder = folders.getRunning(id)
      const memoryLimitBytes = folder.read('spec')?.limits.memoryBytes ?? 0
      const pid = folder.read('run')?.childPid ?? 0
      const { cpuMicros, memoryBytes } = treeUsage(pid)
      return { atMs: Date.now(), cpuMicros, memoryBytes, memoryLimitBytes, ...treeTransfers(pid) }
    },

    events: (signal) => feed.listen(signal),

    close: async () => {
      const left = folders.running()
      await Promise.all(left.map(({ id }) => inTurn(id, () => stop(id, closingGraceMs))))
      closing.abort()
      for (const { id } of left) folders.of(id).forget('run', 'exit')
    },
  }

  function runInTurn<T>(id: string, task: () => Promise<T>): Promise<T> {
    return inTurn(id, task).catch((error: unknown) => {
      throw processFailure(error)
    })
  }
}
