import { useState } from 'react'
import { selectInstance } from '../../../src/instances/instances.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { Checkbox } from '../../parts/choices/checkbox.tsx'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { SecretDialog } from '../../parts/overlay/secret-dialog.tsx'
import { Text } from '../../parts/text/text.tsx'
import type { DialogOf } from '../dialog-of.ts'

/** Creates a deploy hook, and shows its address and signing secret once. */
export const CreateDeployHookDialog = ({ modal: { id, isReplacement }, onClose }: DialogOf<'createDeployHook'>) => {
  const instance = useSelected(selectInstance(id), [id])
  const { mutate, isRunning, failure, response } = useMutation('createDeployHook')
  const [signatureRequired, setSignatureRequired] = useState(false)
  if (!instance) return null
  if (response)
    return (
      <SecretDialog
        title="Deploy hook created"
        text="A POST request to this address redeploys the instance."
        warning={{ title: 'Store both before you close this dialog', text: 'They are shown only once.' }}
        secret={response.url}
        copyLabel="Copy address"
        closeLabel="Done"
        confirmLabel="I have stored the address and the signing secret"
        actions={<CopyButton text={response.signingSecret} label="Copy signing secret" withLabel size="medium" />}
        onClose={onClose}
      >
        <DescriptionList
          layout="columns"
          facts={[
            {
              term: 'Address',
              value: (
                <Text as="code" mono>
                  {response.url}
                </Text>
              ),
            },
            {
              term: 'Signing secret',
              value: (
                <Text as="code" mono>
                  {response.signingSecret}
                </Text>
              ),
            },
          ]}
        />
      </SecretDialog>
    )
  return (
    <FormDialog
      title={isReplacement ? 'Replace deploy hook?' : 'Create deploy hook'}
      text={
        isReplacement
          ? 'The old address and its signing secret stop working at once.'
          : 'A secret address that redeploys this instance, for a registry or a script. It deploys with your rights.'
      }
      submitLabel={isReplacement ? 'Replace' : 'Create'}
      busy={isRunning}
      failure={failure}
      failureTitle="The deploy hook was not created"
      onSubmit={() => mutate({ id: instance._id, signatureRequired })}
      onClose={onClose}
    >
      <Checkbox
        label="Require a signature"
        hint="Rejects requests that are not signed with the signing secret. Docker Hub cannot sign its webhooks."
        checked={signatureRequired}
        onChange={({ target }) => setSignatureRequired(target.checked)}
      />
    </FormDialog>
  )
}
