import { useState } from 'react'
import type { Domain } from '../../../src/contract/wire/domains/domain.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { TextArea } from '../../parts/fields/text-area.tsx'
import { FormDialog } from '../../parts/overlay/form-dialog.tsx'
import { useCloseAfter } from '../../parts/overlay/use-close-after.ts'

type UploadCertificateDialogProps = { domain: Domain; onClose: () => void }

export const UploadCertificateDialog = ({ domain, onClose }: UploadCertificateDialogProps) => {
  const { mutate, isRunning, failure, fieldError, response } = useMutation('uploadCertificate')
  const [certificate, setCertificate] = useState('')
  const [privateKey, setPrivateKey] = useState('')

  useCloseAfter(response, onClose)

  return (
    <FormDialog
      title={`Certificate of ${domain.displayName}`}
      text="It is served in place of an automatic one, and you renew it yourself. The key is stored encrypted, and is never shown again."
      size="wide"
      submitLabel="Upload certificate"
      busy={isRunning}
      disabled={certificate.trim() === '' || privateKey.trim() === ''}
      failure={failure}
      failureTitle="The certificate was not uploaded"
      onSubmit={() => mutate({ id: domain.instanceId, domainId: domain._id, certificate, privateKey })}
      onClose={onClose}
    >
      <TextArea
        label="Certificate with its chain"
        hint="As PEM: the certificate of the domain first, then those of its issuers."
        mono
        rows={6}
        maxLength={65_536}
        spellCheck={false}
        value={certificate}
        error={fieldError('certificate')}
        onChange={(event) => setCertificate(event.target.value)}
      />
      <TextArea
        label="Private key"
        hint="As PEM, without a passphrase."
        mono
        masked
        rows={4}
        maxLength={16_384}
        spellCheck={false}
        autoComplete="off"
        value={privateKey}
        error={fieldError('privateKey')}
        onChange={(event) => setPrivateKey(event.target.value)}
      />
    </FormDialog>
  )
}
