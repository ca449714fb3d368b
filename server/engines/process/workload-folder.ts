import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Workload, WorkloadSpec } from '../engine.ts'

/** What the runner is told: the program as the system runs it. */
export interface LaunchRecord {
  /** Begins with an absolute path. */
  command: string[]
  /** Bubblewrap's arguments; a program without a sandbox has none. */
  sandboxArguments?: string[]
  /** The command's own; a sandbox keeps it from the program inside. */
  environment: Record<string, string>
  workingFolder: string
  limits: WorkloadSpec['limits']
  ports: Workload['ports']
  /** The runner shares the workload's own network and forwards its ports. */
  isRelayed: boolean
}

/** Who runs it, and where it is reached. The marks tell these processes from later ones with the same pids. */
export interface RunRecord {
  runnerPid: number
  runnerMark: string | undefined
  childPid: number
  childMark: string | undefined
  startedAtMs: number
  ports: Workload['ports']
}

export interface ExitRecord {
  exitCode: number
  outOfMemory: boolean
  endedAtMs: number
  message?: string
  /** What earlier runners call the message: a runner outlives the control plane that started it. */
  words?: string
}

/** Records hold tenants' variables. */
const privateFile = 0o600

interface Records {
  spec: WorkloadSpec
  launch: LaunchRecord
  run: RunRecord
  exit: ExitRecord
}

/**
 * One workload on disk. All that is known of it is here, so that a killed control plane finds it again:
 * `spec` from its creation, `launch` and `run` while it was started, `exit` once it has ended, `log.N` its output.
 */
export class WorkloadFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** Where the program may write. */
  get files(): string {
    return join(this.path, 'files')
  }

  /** Makes the folders; `owner` is the user that the program runs as, where that is not this one. */
  prepare(owner: number | undefined): void {
    mkdirSync(this.files, { recursive: true })
    // The program's user may pass through to its files, but not look around.
    chmodSync(this.path, owner === undefined ? 0o700 : 0o711)
    if (owner === undefined || statSync(this.files).uid === owner) return
    for (const entry of readdirSync(this.files, { recursive: true, withFileTypes: true }))
      lchownSync(join(entry.parentPath, entry.name), owner, owner)
    chownSync(this.files, owner, owner)
  }

  read<Name extends keyof Records>(name: Name): Records[Name] | undefined {
    try {
      return JSON.parse(readFileSync(this.#file(name), 'utf8'))
    } catch {
      return undefined
    }
  }

  has(name: keyof Records): boolean {
    return existsSync(this.#file(name))
  }

  /** A reader sees the whole record or none. */
  write<Name extends keyof Records>(name: Name, record: Records[Name]): void {
    const draft = `${this.#file(name)}.${process.pid}.draft`
    writeFileSync(draft, JSON.stringify(record), { mode: privateFile })
    renameSync(draft, this.#file(name))
  }

  /** False when the record is there already: of two writers one wins. */
  claim<Name extends keyof Records>(name: Name, record: Records[Name]): boolean {
    const draft = `${this.#file(name)}.${process.pid}.draft`
    writeFileSync(draft, JSON.stringify(record), { mode: privateFile })
    try {
      linkSync(draft, this.#file(name))
      return true
    } catch {
      return false
    } finally {
      rmSync(draft, { force: true })
    }
  }

  forget(...names: (keyof Records)[]): void {
    for (const name of names) rmSync(this.#file(name), { force: true })
  }

  #file(name: keyof Records): string {
    return join(this.path, `${name}.json`)
  }
}
