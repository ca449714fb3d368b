import type { drainCalls } from '../../../src/contract/calls/compute/drain-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { createDrainSupervisor, type SupervisorOptions } from './delivery/drain-supervisor.ts'
import { drainHandlers } from './drain-handlers.ts'
import { createDrainSecrets } from './rows/drain-secrets.ts'

export interface Drains {
  handlers: Handlers<keyof typeof drainCalls>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Sends log lines to systems of users. */
export function createDrains(options: Omit<SupervisorOptions, 'secrets'> & { secret: string }): Drains {
  const secrets = createDrainSecrets(options.secret)
  const { db } = options.store
  const supervisor = createDrainSupervisor({ ...options, secrets })
  return { handlers: drainHandlers({ db, secrets, outgoing: options.outgoing }), ...supervisor }
}
