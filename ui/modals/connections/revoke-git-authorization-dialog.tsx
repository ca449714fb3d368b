import { providerNames } from '../../../src/rules/sign-in-providers.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const RevokeGitAuthorizationDialog = ({
  modal: { provider, organizationId, username, organization },
  onClose,
}: DialogOf<'revokeGitAuthorization'>) => {
  const { mutate, isRunning, failure } = useMutation('revokeGitAuthorization')
  return (
    <Confirm
      confirmLabel="Revoke access"
      busy={isRunning}
      failure={failure}
      onConfirm={() => mutate({ provider, id: organizationId })}
      onClose={onClose}
    >
      {organization} will no longer be able to deploy from the {providerNames[provider]} repositories of {username}.
      Running instances are not affected.
    </Confirm>
  )
}
