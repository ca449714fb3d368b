import { useAsk } from '../../app/use-ask.ts'
import type { DialogOf } from '../dialog-of.ts'
import { CreatedToken } from './created-token.tsx'
import { TokenForm } from './token-form.tsx'

/** The value is here as long as the dialog is, and nowhere else. */
export const CreateTokenDialog = ({ onClose }: DialogOf<'createToken'>) => {
  const asking = useAsk('createApiKey')
  if (asking.answer) return <CreatedToken apiKey={asking.answer.apiKey} onClose={onClose} />
  return <TokenForm asking={asking} onClose={onClose} />
}
