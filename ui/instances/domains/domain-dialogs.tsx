import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Domain } from '../../../src/contract/wire/domains/domain.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { Confirm } from '../../parts/overlay/confirm.tsx'
import { useCloseAfter } from '../../parts/overlay/use-close-after.ts'
import { DomainSettingsDialog } from './domain-settings-dialog.tsx'
import { UploadCertificateDialog } from './upload-certificate-dialog.tsx'

export type DomainDialog = 'settings' | 'upload' | 'remove' | 'removeCertificate'

type DomainDialogsProps = {
  opened: DomainDialog | null
  instance: Instance
  domain: Domain
  onClose: () => void
}

export const DomainDialogs = ({ opened, instance, domain, onClose }: DomainDialogsProps) => {
  if (opened === 'settings') return <DomainSettingsDialog instance={instance} domain={domain} onClose={onClose} />
  if (opened === 'upload') return <UploadCertificateDialog domain={domain} onClose={onClose} />
  if (opened === 'remove') return <RemoveDomain domain={domain} onClose={onClose} />
  if (opened === 'removeCertificate') return <RemoveCertificate domain={domain} onClose={onClose} />
  return null
}

type RemoveProps = { domain: Domain; onClose: () => void }

const RemoveDomain = ({ domain: { _id, instanceId, displayName }, onClose }: RemoveProps) => {
  const { mutate, isRunning, failure } = useMutation('deleteDomain')
  return (
    <Confirm
      title={`Remove ${displayName}?`}
      confirmLabel="Remove domain"
      busy={isRunning}
      failure={failure}
      failureTitle="The domain was not removed"
      onConfirm={() => mutate({ id: instanceId, domainId: _id })}
      onClose={onClose}
    >
      It stops leading to this instance at once, and its certificate is deleted. Remove its DNS records as well.
    </Confirm>
  )
}

const RemoveCertificate = ({ domain: { _id, instanceId, displayName }, onClose }: RemoveProps) => {
  const { mutate, isRunning, failure, response } = useMutation('deleteCertificate')
  useCloseAfter(response, onClose)
  return (
    <Confirm
      title={`Remove the certificate of ${displayName}?`}
      confirmLabel="Remove certificate"
      busy={isRunning}
      failure={failure}
      failureTitle="The certificate was not removed"
      onConfirm={() => mutate({ id: instanceId, domainId: _id })}
      onClose={onClose}
    >
      The domain cannot be reached over HTTPS until it has another certificate.
    </Confirm>
  )
}
