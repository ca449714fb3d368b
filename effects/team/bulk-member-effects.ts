import { concat, exhaustMap, from, map, mergeMap, of, takeUntil, takeWhile, toArray } from 'rxjs'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { userChanges } from '../../src/session/session-message.ts'
import { catchFailed } from '../api/api.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { Deps, Effect } from '../deps.ts'

const CALLS_AT_ONCE = 4

/** Makes one call for each address, and emits one message with all outcomes. */
export const inviteMembers: Effect = (messages, deps) =>
  messages.of('ui/membersInvited').pipe(
    exhaustMap(({ organizationId, emails, role }) =>
      from(emails).pipe(
        mergeMap((email) => inviteOne(deps, organizationId, email, role), CALLS_AT_ONCE),
        // A cancelled step-up cancels the rest instead of asking again.
        takeWhile(({ failure }) => failure?.kind !== 'cancelled', true),
        toArray(),
        map((outcomes) => ({
          type: 'api/invitesSettled' as const,
          sent: outcomes.flatMap(({ email, failure }) => (failure === null ? [email] : [])),
          failed: outcomes.flatMap(({ email, failure }) =>
            failure === null || failure.kind === 'cancelled' ? [] : [{ email, message: failureMessage(failure) }],
          ),
          isCancelled: outcomes.some(({ failure }) => failure?.kind === 'cancelled'),
          atMs: deps.world.scheduler.now(),
        })),
        takeUntil(messages.of(...userChanges)),
      ),
    ),
  )

const inviteOne = ({ api, world }: Deps, id: OrganizationId, email: string, role: RoleGroup) =>
  api.call('inviteMember', { id, userEmail: email, roleGroupName: role }, { idempotencyKey: world.newId() }).pipe(
    map(() => ({ email, failure: null })),
    catchFailed((failure) => ({ email, failure })),
  )

/** Makes one call for each member; each failure is a message of its own. */
export const removeMembers: Effect = (messages, deps) =>
  messages.of('ui/membersRemoved').pipe(
    exhaustMap(({ organizationId, userIds }) =>
      concat(
        from(userIds).pipe(
          mergeMap((userId) => removeOne(deps, organizationId, userId), CALLS_AT_ONCE),
          takeWhile(
            (message) => !(message.type === 'api/removeMember.failed' && message.failure.kind === 'cancelled'),
            true,
          ),
        ),
        of({ type: 'api/removalsSettled' as const, userIds }),
      ).pipe(takeUntil(messages.of(...userChanges))),
    ),
  )

const removeOne = (deps: Deps, id: OrganizationId, userId: UserId) =>
  callOutcome(deps, 'removeMember', { id, userId }, deps.world.newId())
