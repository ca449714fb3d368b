import { useState } from 'react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Domain } from '../../../src/contract/wire/domains/domain.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Checkbox } from '../../parts/choices/checkbox.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { useCloseAfter } from '../../parts/overlay/use-close-after.ts'
import { optionOf, portOf, portOptions } from './port-options.ts'

type DomainSettingsDialogProps = { instance: Instance; domain: Domain; onClose: () => void }

const YEAR_SECONDS = 31_536_000
const MAX_INSTANCES = 200

export const DomainSettingsDialog = ({ instance, domain, onClose }: DomainSettingsDialogProps) => {
  const { mutate, isRunning, failure, fieldError, response } = useMutation('updateDomain')
  const { data } = useQuery('readInstances', { id: instance.computeProject, skip: 0, limit: MAX_INSTANCES })
  const [port, setPort] = useState(optionOf(domain.containerPort))
  const [instanceId, setInstanceId] = useState<Instance['_id']>(instance._id)
  const [redirects, setRedirects] = useState(domain.redirectToHttps)
  const [isStrict, setStrict] = useState(domain.hstsSeconds > 0)
  const isMoved = instanceId !== instance._id
  const instances = lastLoaded(data)?.value.instances ?? [instance]

  useCloseAfter(response, onClose)

  return (
    <FormDialog
      title={`Settings of ${domain.displayName}`}
      submitLabel="Save domain"
      busy={isRunning}
      failure={failure}
      failureTitle="The domain was not saved"
      onSubmit={() =>
        mutate({
          id: instance._id,
          domainId: domain._id,
          ...(isMoved ? { instanceId } : { containerPort: portOf(port) }),
          redirectToHttps: redirects,
          hstsSeconds: isStrict ? domain.hstsSeconds || YEAR_SECONDS : 0,
        })
      }
      onClose={onClose}
    >
      <Select
        label="Instance"
        options={instances.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={instanceId}
        error={fieldError('instanceId')}
        onChange={setInstanceId}
      />
      {!isMoved && (
        <Select
          label="Leads to"
          options={portOptions(instance)}
          value={port}
          error={fieldError('containerPort')}
          onChange={setPort}
        />
      )}
      <Checkbox
        label="Redirect HTTP to HTTPS"
        hint="Once the domain has a valid certificate."
        checked={redirects}
        onChange={({ target }) => setRedirects(target.checked)}
      />
      <Checkbox
        label="Tell browsers to use HTTPS only (HSTS)"
        hint="Browsers remember this for a year, so that the domain cannot go back to HTTP."
        checked={isStrict}
        onChange={({ target }) => setStrict(target.checked)}
      />
    </FormDialog>
  )
}
