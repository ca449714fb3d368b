import { valibotResolver } from '@hookform/resolvers/valibot'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { filledText } from '../../../src/contract/wire/common.ts'
import { selectDeployDraft } from '../../../src/instances/deploy-drafts.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'
import { RegistryIcon } from './registry-icon.tsx'

const fields = v.object({ registry: filledText(), username: filledText(), password: filledText(4000) })
type FieldsTyped = v.InferInput<typeof fields>
type Fields = v.InferOutput<typeof fields>

export const CredentialsDialog = ({ modal, onClose }: DialogOf<'privateDockerCredentials'>) => {
  const { projectId, source } = modal
  const send = useSend()
  const known = useSelected(selectDeployDraft(projectId), [projectId])?.registry
  const { register, handleSubmit, watch, formState } = useForm<FieldsTyped, unknown, Fields>({
    resolver: valibotResolver<FieldsTyped, unknown, Fields>(fields),
    defaultValues: known ?? { registry: '', username: '', password: '' },
  })
  const saveRegistry = (registry: Fields | null) => {
    send({ type: 'ui/deployDraftChanged', projectId, source, change: { registry } })
    onClose()
  }
  const [registry, username, password] = watch(['registry', 'username', 'password'])
  const isFilled = [registry, username, password].every((text) => text.trim() !== '')
  return (
    <FormDialog
      title="Add Credentials"
      text="For images in a private registry. They are stored encrypted and used only to pull this image."
      onClose={onClose}
      note={isFilled ? null : 'Please fill in all the fields'}
      moreActions={known && <Button onClick={() => saveRegistry(null)}>Remove</Button>}
      submitLabel="Save"
      disabled={!isFilled}
      onSubmit={handleSubmit(saveRegistry)}
    >
      <TextField
        label="REGISTRY"
        hint="For example ghcr.io or registry.example.com:5000"
        mono
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        before={<RegistryIcon address={registry} />}
        error={formState.errors.registry?.message}
        {...register('registry')}
      />
      <TextField
        label="USERNAME"
        mono
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={formState.errors.username?.message}
        {...register('username')}
      />
      <TextField
        label="PASSWORD"
        hint="A password or an access token that can pull the image."
        type="password"
        autoComplete="new-password"
        maxLength={4000}
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  )
}
