import type { Deployed } from '../deploy-template.ts'

export interface TestedTemplate {
  id: string
  /** A version that Debian ships; the default one when not given. */
  version?: string
  /** Values of required variables. */
  values?: Record<string, string>
  /** What a user does with the program. */
  use(instance: Deployed): Promise<void>
  /** What is still there after a restart; not given where the template keeps no data. */
  afterRestart?(instance: Deployed): Promise<void>
}
