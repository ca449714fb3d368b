import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { AnswerOf, InputOf, ReadName } from '../contract/contract.ts'
import { lastLoaded, loaded } from '../core/remote-data.ts'
import type { Handlers } from '../core/slice.ts'
import { permissionsOf } from '../rules/roles.ts'
import { callKey } from './call-key.ts'
import type { Reads } from './reads.ts'

const patch = <N extends ReadName>(
  reads: Draft<Reads>,
  name: N,
  input: InputOf<N>,
  change: (last: AnswerOf<N>) => AnswerOf<N>,
): undefined => {
  const read = reads[callKey(name, input)]
  const last = read && lastLoaded(read.data)
  // What is kept under a call's key is that call's answer.
  if (last) read.data = loaded(change(last.value as AnswerOf<N>), last.atMs)
}

const patchBilling = (
  reads: Draft<Reads>,
  said: { input: { organizationId: string }; answer: AnswerOf<'saveBillingDetails'> },
) => patch(reads, 'readBillingDetails', { orgId: said.input.organizationId }, () => said.answer)

/** What the answer to a write tells of a read: who looks sees at once what was saved, and not what was before. */
export const readsPatchedBy: Handlers<Reads, CallMessage> = {
  'api/createBillingDetails.answered': patchBilling,
  'api/saveBillingDetails.answered': patchBilling,
  'api/saveNotificationConfig.answered': (reads, { input: { id }, answer }) =>
    patch(reads, 'readNotificationConfig', { id }, () => answer),
  'api/setRoleGroupPermissions.answered': (reads, { input }) => {
    const { organizationId, roleGroupName, userId, permissions = null } = input
    // With a person it gives them the role, and changes nothing of what the role may.
    if (userId !== undefined) return
    const told = [...permissionsOf(roleGroupName, permissions)]
    return patch(reads, 'readRole', { orgId: organizationId }, (last) => ({
      ...last,
      rolePermissions: { ...last.rolePermissions, [roleGroupName]: told },
    }))
  },
}
