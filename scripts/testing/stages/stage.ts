/** One step of `npm test`. */
export interface Stage {
  name: string
  /** What the stage requires of the machine. */
  needs: readonly Need[]
  run(context: StageContext): Promise<Outcome>
}

export type Need = 'browser' | 'containers'

export interface StageContext {
  env: NodeJS.ProcessEnv
  /** A program with arguments that runs the stage’s program. */
  launcher: readonly string[]
  /** The arguments of `npm test --` that are not stages: filters for test files. */
  files: string[]
  /** The stage's folder, for reports. */
  folder: string
  /** Where its output goes: the terminal or an open file. */
  output: number | 'inherit'
  limitMs: number
  signal: AbortSignal
}

export interface Outcome {
  passed: number
  failed: number
  /** The skipped tests, and unmet needs with their reasons. */
  skipped: string[]
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: [] }
