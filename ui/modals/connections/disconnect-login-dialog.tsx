import type { Provider } from '../../../src/contract/wire/account.ts'
import { isWallet } from '../../../src/rules/profile-email.ts'
import { providerNames } from '../../../src/rules/sign-in-providers.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { DisconnectWallet } from './disconnect-wallet.tsx'

export const DisconnectLoginDialog = ({ modal: { provider }, onClose }: DialogOf<'disconnectLoginConnection'>) =>
  isWallet(provider) ? (
    <DisconnectWallet provider={provider} onClose={onClose} />
  ) : (
    <DisconnectProvider provider={provider} onClose={onClose} />
  )

const DisconnectProvider = ({ provider, onClose }: { provider: Provider; onClose: () => void }) => {
  const { mutate, isRunning, failure } = useMutation('disconnectLogin')
  const name = providerNames[provider]
  return (
    <Confirm
      confirmLabel="Disconnect"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ provider })}
      onClose={onClose}
    >
      You will no longer be able to log in with {name}, and sessions that it opened will end. You can connect it again
      later.
    </Confirm>
  )
}
