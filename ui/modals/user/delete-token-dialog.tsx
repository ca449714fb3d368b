import { selectQuery } from '../../../src/calls/queries.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const DeleteTokenDialog = ({ modal: { ids }, onClose }: DialogOf<'deleteToken'>) => {
  const { mutate, isRunning, failure } = useMutation('deleteApiKeys')
  const keys = lastLoaded(useSelected(selectQuery('readApiKeys', {})))?.value.apiKeys ?? []
  const name = ids.length === 1 ? keys.find(({ id }) => id === ids[0])?.name : undefined
  return (
    <Confirm busy={isRunning} failure={failure} onConfirm={() => mutate({ apiKeyIds: ids })} onClose={onClose}>
      {name === undefined ? `${ids.length} tokens will be deleted.` : `The token ${name} will be deleted.`} Programs
      that use {ids.length === 1 ? 'it' : 'them'} will lose access.
    </Confirm>
  )
}
