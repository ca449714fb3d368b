import type { billingDetailCalls } from '../../src/contract/calls/billing-detail-calls.ts'
import type { inviteCalls } from '../../src/contract/calls/invite-calls.ts'
import type { memberCalls } from '../../src/contract/calls/member-calls.ts'
import type { organizationCalls } from '../../src/contract/calls/organization-calls.ts'
import type { organizationSettingCalls } from '../../src/contract/calls/settings/organization-setting-calls.ts'
import type { Handlers } from '../http/handler.ts'
import type { JobQueues } from '../jobs/job-queues.ts'
import { startWorking } from '../jobs/start-working.ts'
import type { Log } from '../log.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Store } from '../store/connection.ts'
import type { NewOrganizationRules } from './create-organization.ts'
import { inviteHandlers } from './invites/invite-handlers.ts'
import { memberHandlers } from './members/member-handlers.ts'
import { organizationHandlers } from './organization-handlers.ts'
import { type RemovalJob, removalQueue } from './removal/removal-queue.ts'
import { type RemovalOptions, removeOrganization } from './removal/remove-organization.ts'
import { billingDetailHandlers } from './settings/billing-detail-handlers.ts'

export interface OrganizationsOptions {
  /** The secret from which the secrets of invitations are derived. */
  secret: string
  store: Pick<Store, 'db'>
  queues: JobQueues
  mailer: Mailer
  rules: NewOrganizationRules
  removers: RemovalOptions['removers']
  removeCustomer: RemovalOptions['removeCustomer']
  log: Log
}

export interface Organizations {
  handlers: Handlers<
    | keyof typeof organizationCalls
    | keyof typeof organizationSettingCalls
    | keyof typeof memberCalls
    | keyof typeof inviteCalls
    | keyof typeof billingDetailCalls
  >
  start(): void
  stop(): Promise<void>
}

/** Wires up organisations with their members, roles, invitations and settings, and the removal of deleted ones. */
export const createOrganizations = (options: OrganizationsOptions): Organizations => {
  const { secret, queues, mailer, rules, removers, removeCustomer, log } = options
  const { db } = options.store
  const queue = queues.queue<RemovalJob>(removalQueue)
  let stopWorking = async () => {}
  return {
    handlers: {
      ...organizationHandlers({ db, mailer, ...rules }, queue),
      ...memberHandlers({ db, mailer }),
      ...inviteHandlers({ db, mailer, secret }),
      ...billingDetailHandlers({ db, mailer }),
    },
    start: () => {
      stopWorking = startWorking(
        queue,
        ({ organizationId }) => removeOrganization({ db, removers, removeCustomer }, organizationId),
        log,
      )
    },
    stop: () => stopWorking(),
  }
}
