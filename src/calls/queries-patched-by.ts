import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { InputOf, QueryName, ResponseOf } from '../contract/contract.ts'
import { lastLoaded, loaded, type RemoteData } from '../core/remote-data.ts'
import type { Handlers } from '../core/slice.ts'
import { permissionsOf } from '../rules/roles.ts'
import { callKey } from './call-key.ts'

/** One call with one input: how many views want it, and what is known. */
export interface QueryState {
  name: QueryName
  input: object
  subscribers: number
  data: RemoteData<unknown>
}

export type Queries = Record<string, QueryState>

const patch = <N extends QueryName>(
  queries: Draft<Queries>,
  name: N,
  input: InputOf<N>,
  change: (last: ResponseOf<N>) => ResponseOf<N>,
): undefined => {
  const query = queries[callKey(name, input)]
  const last = query && lastLoaded(query.data)
  // What is kept under a call's key is that call's answer.
  if (last) query.data = loaded(change(last.value as ResponseOf<N>), last.atMs)
}

const patchBilling = (
  queries: Draft<Queries>,
  message: { input: { organizationId: string }; response: ResponseOf<'saveBillingDetails'> },
) => patch(queries, 'readBillingDetails', { orgId: message.input.organizationId }, () => message.response)

/** What the answer to a write tells of a read: who looks sees at once what was saved, and not what was before. */
export const queriesPatchedBy: Handlers<Queries, CallMessage> = {
  'api/createBillingDetails.succeeded': patchBilling,
  'api/saveBillingDetails.succeeded': patchBilling,
  'api/saveNotificationConfig.succeeded': (queries, { input: { id }, response }) =>
    patch(queries, 'readNotificationConfig', { id }, () => response),
  'api/setRoleGroupPermissions.succeeded': (queries, { input }) => {
    const { organizationId, roleGroupName, userId, permissions = null } = input
    // With a person it gives them the role, and changes nothing of what the role may.
    if (userId !== undefined) return
    const granted = [...permissionsOf(roleGroupName, permissions)]
    return patch(queries, 'readRole', { orgId: organizationId }, (last) => ({
      ...last,
      rolePermissions: { ...last.rolePermissions, [roleGroupName]: granted },
    }))
  },
}
