/** One step of `npm test`. */
export interface Stage {
  name: string
  /** What of the machine it cannot do its whole work without. */
  needs: readonly Need[]
  /** Runs only when it is named. */
  isLong?: boolean
  run(context: StageContext): Promise<Outcome>
}

export type Need = 'browser' | 'containers'

export interface StageContext {
  env: NodeJS.ProcessEnv
  /** Words after `npm test --` that name no stage: which test files to run. */
  files: string[]
  /** A folder of this run's own for reports. */
  folder: string
  limitMs: number
  signal: AbortSignal
}

export interface Outcome {
  passed: number
  failed: number
  /** What did not run, each with its reason. */
  skipped: string[]
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: [] }
