import { useMutation } from '../../hooks/use-mutation.ts'
import type { DialogOf } from '../dialog-of.ts'
import { CreatedToken } from './created-token.tsx'
import { TokenForm } from './token-form.tsx'

/** The value is kept only while the dialog is open. */
export const CreateTokenDialog = ({ onClose }: DialogOf<'createToken'>) => {
  const mutation = useMutation('createApiKey')
  if (mutation.response) return <CreatedToken apiKey={mutation.response.apiKey} onClose={onClose} />
  return <TokenForm mutation={mutation} onClose={onClose} />
}
