import { LOOPBACK } from '../../../engines/interface/networks.ts'
import type { Masker } from '../../deployments/masking/secret-masker.ts'
import { type StoredLine, systemLine } from '../../logs/stored-line.ts'
import type { UsageStop } from '../../usage/usage-intervals.ts'
import type { HeldLease } from '../lease/held-lease.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import type { LoadedReplica, ReplicaRow } from './load-replica.ts'
import { maskObservation } from './mask-observation.ts'
import type { Observation, ReplicaState } from './transition/replica-event.ts'
import { type ReplicaChange, writeReplica } from './write-replica.ts'

/** The progress of a step that ends sooner is written with its outcome, which saves a transaction. */
const PROGRESS_DELAY_MS = 250

/** A replica while this process holds its lease. Everything that a pass observes is written here, in order. */
export class LeasedReplica {
  readonly lease: HeldLease
  readonly loaded: LoadedReplica
  readonly #options: ReconcileOptions
  #lines: StoredLine[] = []
  #progressMessage: string | undefined
  #progressTimer: NodeJS.Timeout | undefined
  #writing: Promise<unknown> = Promise.resolve()
  #masker: Promise<Masker> | undefined
  #endedAt: UsageStop | undefined

  constructor(options: ReconcileOptions, loaded: LoadedReplica, lease: HeldLease) {
    this.#options = options
    this.loaded = { ...loaded }
    this.lease = lease
  }

  get row(): ReplicaRow {
    return this.loaded.row
  }

  /** Adds a line to the deployment log and shows it as the progress. */
  logProgress(line: string, progressMessage: string = line): void {
    const { label } = this.loaded
    this.#lines.push(systemLine(label === '' ? line : `${label}: ${line}`))
    this.setProgress(progressMessage)
  }

  /** Remembers when its workload ended, for billing; undefined once it runs again. */
  noteEnd(ended: UsageStop | undefined): void {
    this.#endedAt = ended
  }

  setProgress(progressMessage: string): void {
    this.#progressMessage = progressMessage
    this.#progressTimer ??= setTimeout(() => {
      this.write({}).catch((error: unknown) => this.lease.abort(error))
    }, PROGRESS_DELAY_MS)
  }

  /** `lastLines` are those that its program wrote before a failure. */
  write(observation: Observation, lastLines: readonly string[] = []): Promise<void> {
    clearTimeout(this.#progressTimer)
    this.#progressTimer = undefined
    const written = this.#writing.then(() => this.#write(observation, lastLines))
    this.#writing = written.catch(() => {})
    return written
  }

  /** Progress that still waits is dropped, because the outcome has been written. */
  async end(): Promise<void> {
    clearTimeout(this.#progressTimer)
    await this.#writing
  }

  /** Where its workload runs. */
  async #place(): Promise<ReplicaChange['place']> {
    const { engines, provider } = this.#options
    const { engine } = this.row
    return { provider: await provider.read(engine), address: engines.of(engine).publishAddress ?? LOOPBACK }
  }

  async #write(observation: Observation, lastLines: readonly string[]): Promise<void> {
    const lines = this.#lines
    const progress = this.#progressMessage === undefined ? {} : { progressMessage: this.#progressMessage }
    this.#lines = []
    this.#progressMessage = undefined
    const set: Partial<ReplicaState> = { ...progress, ...observation.set }
    // Messages of the engine, a registry or a health check may repeat a value.
    this.#masker ??= this.#options.maskerOf(this.row.deploymentId)
    const mask = await this.#masker
    const masked = maskObservation(mask, { ...observation, set })
    const maskedLines = lines.map((line) => ({ ...line, text: mask(line.text) }))
    const place = set.status === 'PROVISIONED' ? await this.#place() : undefined
    const change = { observation: masked, progressLines: maskedLines, place, endedAt: this.#endedAt, lastLines }
    this.loaded.row = await writeReplica(this.#options, this.loaded, change)
    if (Object.keys(set).some((column) => column !== 'progressMessage'))
      this.#options.onReplicaChanged(this.loaded.instance.id)
  }
}
