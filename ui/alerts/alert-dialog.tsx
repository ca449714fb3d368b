import { useState } from 'react'
import { type AlertSettings, newAlert, settingsOf } from '../../src/alerts/alert-draft.ts'
import type { Alert } from '../../src/contract/wire/alerts/alert.ts'
import { alertSeverities } from '../../src/contract/wire/alerts/alert-severity.ts'
import type { InstanceId, OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { severityLabels } from '../../src/rules/alerts/alert-texts.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useQuery } from '../hooks/use-query.ts'
import { Checkbox } from '../parts/choices/checkbox.tsx'
import { Select } from '../parts/choices/select.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { FormDialog } from '../parts/overlay/form-dialog.tsx'
import { useCloseAfter } from '../parts/overlay/use-close-after.ts'
import { AlertConditionFields } from './alert-condition-fields.tsx'
import { AlertPreview } from './alert-preview.tsx'
import css from './alerts.module.css'
import { ChannelFields } from './channel-fields.tsx'

export type WatchedInstance = { _id: InstanceId; name: string }

type AlertDialogProps = {
  organizationId: OrganizationId
  /** Null creates one. */
  alert: Alert | null
  /** The instance of the page. */
  instance?: WatchedInstance | undefined
  onClose: () => void
}

const ALL = 'all'
const severities = alertSeverities.map((value) => ({ value, label: severityLabels[value].label }))

export const AlertDialog = ({ organizationId, alert, instance, onClose }: AlertDialogProps) => {
  const [draft, setDraft] = useState<AlertSettings>(() =>
    alert ? settingsOf(alert) : newAlert({ projectId: null, instanceId: instance?._id ?? null }),
  )
  const [isChecked, setChecked] = useState(false)
  const create = useMutation('createAlert')
  const update = useMutation('updateAlert')
  const { failure, isRunning, response, fieldError } = alert ? update : create
  const change = (changes: Partial<AlertSettings>) => setDraft({ ...draft, ...changes })

  useCloseAfter(response, onClose)

  const missing: Record<string, string> = {
    ...(draft.name.trim() === '' && { name: 'Required.' }),
    ...(draft.condition.kind === 'log' &&
      draft.condition.find.trim() === '' && { 'condition.find': 'Enter what the lines contain.' }),
  }
  const error = (field: string) => (isChecked ? missing[field] : undefined) ?? fieldError(field)
  const submit = () => {
    setChecked(true)
    if (Object.keys(missing).length > 0) return
    if (alert) update.mutate({ id: alert._id, revision: alert.revision, ...draft })
    else create.mutate({ id: organizationId, ...draft })
  }
  return (
    <FormDialog
      title={alert ? `Edit ${alert.name}` : 'New alert rule'}
      size="wide"
      submitLabel={alert ? 'Save rule' : 'Create rule'}
      busy={isRunning}
      failure={failure}
      failureTitle="The rule could not be saved"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder="Memory of the shop"
        maxLength={60}
        autoComplete="off"
        value={draft.name}
        error={error('name')}
        onChange={(event) => change({ name: event.target.value })}
      />
      <AlertConditionFields condition={draft.condition} error={error} onChange={(condition) => change({ condition })} />
      <div className={css.fields}>
        <ScopeSelect organizationId={organizationId} draft={draft} instance={instance} onChange={change} />
        <TextField
          label="Service"
          hint="All services if empty."
          mono
          maxLength={63}
          autoComplete="off"
          value={draft.service}
          error={error('service')}
          onChange={(event) => change({ service: event.target.value })}
        />
        <Select
          label="Severity"
          options={severities}
          value={draft.severity}
          onChange={(severity) => change({ severity })}
        />
      </div>
      <Checkbox
        label="Notify all members"
        checked={draft.notify}
        onChange={(event) => change({ notify: event.target.checked })}
      />
      <Checkbox
        label="Mail owners and administrators"
        checked={draft.mail}
        onChange={(event) => change({ mail: event.target.checked })}
      />
      <ChannelFields
        organizationId={organizationId}
        chosen={draft.channelIds}
        onChange={(channelIds) => change({ channelIds })}
      />
      {draft.condition.kind === 'metric' && draft.instanceId && (
        <AlertPreview organizationId={organizationId} settings={draft} />
      )}
    </FormDialog>
  )
}

type ScopeSelectProps = Pick<AlertDialogProps, 'organizationId' | 'instance'> & {
  draft: AlertSettings
  onChange: (scope: Pick<AlertSettings, 'projectId' | 'instanceId'>) => void
}

const ScopeSelect = ({ organizationId, draft, instance, onChange }: ScopeSelectProps) => {
  const { data } = useQuery('readProjects', { id: organizationId, limit: 200, skip: 0 })
  const projects = lastLoaded(data)?.value.projects ?? []
  const instanceId = instance?._id ?? draft.instanceId
  const options = [
    { value: ALL, label: 'Whole organisation' },
    ...(instanceId ? [{ value: instanceId, label: instance ? instance.name : 'One instance' }] : []),
    ...projects.map(({ _id, name }) => ({ value: _id, label: `Project ${name}` })),
  ]
  const choose = (value: string) => {
    if (value === ALL) onChange({ projectId: null, instanceId: null })
    else if (value === instanceId) onChange({ projectId: null, instanceId })
    // The options are ids of projects.
    else onChange({ projectId: value as ProjectId, instanceId: null })
  }
  return (
    <Select<string>
      label="Watches"
      options={options}
      value={draft.instanceId ?? draft.projectId ?? ALL}
      onChange={choose}
    />
  )
}
