import type { drainCalls } from '../../../src/contract/calls/drains/drain-calls.ts'
import type { Handlers } from '../../http/handler.ts'
import { createOutgoing } from '../../outgoing/outgoing.ts'
import type { AllowedDestinations } from '../../outgoing/outgoing-settings.ts'
import { createDrainSupervisor, type SupervisorOptions } from './delivery/drain-supervisor.ts'
import { drainHandlers } from './drain-handlers.ts'
import { createDrainSecrets } from './rows/drain-secrets.ts'

export interface Drains {
  handlers: Handlers<keyof typeof drainCalls>
  start(): Promise<void>
  stop(): Promise<void>
}

type DrainOptions = Omit<SupervisorOptions, 'secrets' | 'outgoing'> & { secret: string; allowed: AllowedDestinations }

/** Sends log lines to systems of users. */
export function createDrains({ secret, allowed, ...options }: DrainOptions): Drains {
  const { db } = options.store
  const secrets = createDrainSecrets(secret)
  const outgoing = createOutgoing({ allowed })
  const supervisor = createDrainSupervisor({ ...options, outgoing, secrets })
  return {
    handlers: drainHandlers({ db, secrets, outgoing }),
    start: supervisor.start,
    async stop() {
      await supervisor.stop()
      outgoing.stop()
    },
  }
}
