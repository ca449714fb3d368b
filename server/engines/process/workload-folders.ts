import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure, type Workload } from '../engine.ts'
import { checkedId } from '../workload-id.ts'
import { WorkloadFolder } from './workload-folder.ts'
import { readWorkload } from './workload-state.ts'

/** The stored workloads of an installation. */
export class WorkloadFolders {
  readonly root: string

  constructor(root: string) {
    this.root = root
    mkdirSync(root, { recursive: true })
    chmodSync(root, 0o700)
  }

  of(id: string): WorkloadFolder {
    return new WorkloadFolder(join(this.root, checkedId(id)))
  }

  all(): Workload[] {
    const workloads = readdirSync(this.root).map((id) => readWorkload(new WorkloadFolder(join(this.root, id))))
    return workloads.filter((workload) => workload !== undefined)
  }

  running(): Workload[] {
    return this.all().filter(({ state }) => state.kind === 'running')
  }

  find(id: string): Workload | undefined {
    return readWorkload(this.of(id))
  }

  get(id: string): Workload {
    const workload = this.find(id)
    if (workload) return workload
    throw new EngineFailure('workloadNotFound', 'This workload no longer exists. Deploy it again.')
  }

  getRunning(id: string): WorkloadFolder {
    if (this.get(id).state.kind === 'running') return this.of(id)
    throw new EngineFailure('workloadNotRunning', 'The workload is not running. Start it first.')
  }
}
