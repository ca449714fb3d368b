import { useState } from 'react'
import { type AlertChannel, type ChannelType, channelTypes } from '../../src/contract/wire/alerts/alert-channel.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Checkbox } from '../parts/choices/checkbox.tsx'
import { Select } from '../parts/choices/select.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { FormDialog } from '../parts/overlay/form-dialog.tsx'
import { useCloseAfter } from '../parts/overlay/use-close-after.ts'
import { channelTypeLabels, urlHints } from './channel-texts.ts'
import { SigningSecret } from './signing-secret.tsx'

type ChannelDialogProps = {
  organizationId: OrganizationId
  /** Null creates one. */
  channel: AlertChannel | null
  onClose: () => void
}

const options = channelTypes.map((value) => ({ value, label: channelTypeLabels[value] }))

/** The form of a channel. A new webhook shows its signing secret once. */
export const ChannelDialog = ({ organizationId, channel, onClose }: ChannelDialogProps) => {
  const [name, setName] = useState(channel?.name ?? '')
  const [type, setType] = useState<ChannelType>(channel?.type ?? 'webhook')
  const [url, setUrl] = useState('')
  const [isEnabled, setEnabled] = useState(channel?.isEnabled ?? true)
  const create = useMutation('createAlertChannel')
  const update = useMutation('updateAlertChannel')
  const { failure, isRunning, response, fieldError } = channel ? update : create
  const secret = create.response?.secret ?? null

  useCloseAfter(secret === null && response, onClose)

  if (secret !== null) return <SigningSecret title="Channel created" name={name} secret={secret} onClose={onClose} />
  const submit = () => {
    if (channel) update.mutate({ id: channel._id, name, isEnabled, ...(url !== '' && { url }) })
    else create.mutate({ id: organizationId, name, type, url })
  }
  return (
    <FormDialog
      title={channel ? `Edit ${channel.name}` : 'Add alert channel'}
      submitLabel={channel ? 'Save channel' : 'Add channel'}
      busy={isRunning}
      disabled={name.trim() === '' || (!channel && url.trim() === '')}
      failure={failure}
      failureTitle="The channel could not be saved"
      onSubmit={submit}
      onClose={onClose}
    >
      {!channel && <Select label="Type" options={options} value={type} onChange={setType} />}
      <TextField
        label="Name"
        required
        maxLength={60}
        autoComplete="off"
        value={name}
        serverError={fieldError('name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label={channel ? 'New URL' : 'URL'}
        hint={channel ? `Leave empty to keep ${channel.shownUrl}` : urlHints[type]}
        type="url"
        mono
        required={!channel}
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
        value={url}
        serverError={fieldError('url')}
        onChange={({ target }) => setUrl(target.value)}
      />
      {channel && (
        <Checkbox
          label="Enabled"
          hint="Alerts of the time in which it is disabled are not sent later."
          checked={isEnabled}
          onChange={({ target }) => setEnabled(target.checked)}
        />
      )}
    </FormDialog>
  )
}
