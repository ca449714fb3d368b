import type { Deployed } from '../deploy-template.ts'

export interface TestedTemplate {
  id: string
  /** Adds a service that reaches internal ports by the name of their service. */
  withProbe?: boolean
  /** What a user does with the program. */
  use(instance: Deployed): Promise<void>
  /** What is still there after a restart; not given where the template keeps no data. */
  afterRestart?(instance: Deployed): Promise<void>
}
