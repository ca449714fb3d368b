import type { Access } from '../../../src/contract/access.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Caller, Recheck, Scope } from '../../http/handler.ts'
import type { Authorize } from '../../http/policy.ts'
import { concernsCaller, type RightsChanges } from '../rights-changes.ts'
import { watchCaller } from '../watch-caller.ts'

export interface AccessChecks {
  authorize: Authorize
  recheck: Recheck
  rights: RightsChanges
}

/** An access that the policy has allowed: the rule, the id that it was applied to and the scope that was found. */
export interface GrantedAccess {
  caller: Caller
  access: Access
  id: string | undefined
  scope: Scope | null
}

/** Calls `over` once `recheck` rejects the caller, which is called again with each change of rights that concerns them. */
export const watchRights = (
  { recheck, rights }: Pick<AccessChecks, 'recheck' | 'rights'>,
  caller: Caller,
  over: () => void,
  organizationId?: OrganizationId,
): { stop(): void } => {
  const watch = watchCaller(caller, recheck, over)
  const stopListening = rights.on((change) => {
    if (concernsCaller(change, caller, organizationId)) void watch.checkCaller()
  })
  // The rights may have ended before the watch began.
  void watch.checkCaller()
  return {
    stop: () => {
      stopListening()
      watch.stop()
    },
  }
}

/** Calls `over` once the caller's session or token has ended, or the policy no longer allows the access. */
export const watchAccess = (
  { authorize, recheck, rights }: AccessChecks,
  { caller, access, id, scope }: GrantedAccess,
  over: () => void,
): { stop(): void } => {
  const recheckAccess: Recheck = async (of) => {
    const current = await recheck(of)
    await authorize(current, access, id)
    return current
  }
  return watchRights({ recheck: recheckAccess, rights }, caller, over, scope?.organizationId)
}
