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

/** The runner's input: the program as the system runs it. */
export interface LaunchRecord {
  /** Starts with an absolute path. */
  command: string[]
  /** Bubblewrap's arguments; undefined without a sandbox. */
  sandboxArguments?: string[]
  /** The environment of the command; a sandbox does not pass it on to the program inside. */
  environment: Record<string, string>
  workingFolder: string
  limits: WorkloadSpec['limits']
  ports: Workload['ports']
  /** True when the runner shares the workload's own network and forwards its ports. */
  isRelayed: boolean
}

/**
 * The processes and ports of a running workload. The marks distinguish these processes from later ones with the same
 * pids.
 */
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
  /** The field of earlier versions for `message`: a runner outlives the control plane that started it. */
  words?: string
}

/** Records contain tenants' variables. */
const privateFile = 0o600

interface Records {
  spec: WorkloadSpec
  launch: LaunchRecord
  run: RunRecord
  exit: ExitRecord
}

/**
 * The stored state of one workload, so that a restarted control plane finds it again: `spec` from its creation,
 * `launch` and `run` from its start, `exit` once it has ended, `log.N` its output.
 */
export class WorkloadFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  /** The folder that the program may write to. */
  get files(): string {
    return join(this.path, 'files')
  }

  /** Creates the folders; `owner` is the uid of the program, if it differs from this process's. */
  prepare(owner: number | undefined): void {
    mkdirSync(this.files, { recursive: true })
    // The program's user may traverse this folder to its files, but not list it.
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

  /** Writes atomically: a reader sees the whole record or none. */
  write<Name extends keyof Records>(name: Name, record: Records[Name]): void {
    const draft = `${this.#file(name)}.${process.pid}.draft`
    writeFileSync(draft, JSON.stringify(record), { mode: privateFile })
    renameSync(draft, this.#file(name))
  }

  /** Creates a record; returns false when it already exists, so one of two concurrent writers wins. */
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
