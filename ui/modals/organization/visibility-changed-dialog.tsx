import { Button } from '../../parts/actions/button.tsx'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import type { DialogOf } from '../dialog-of.ts'

export const VisibilityChangedDialog = ({ modal, onClose }: DialogOf<'changeOrgVisibilityConfirm'>) => {
  const { name, username, isPublic } = modal
  const link = `${window.location.origin}/${username}`
  return (
    <Dialog
      title={`${name} is now ${isPublic ? 'Public' : 'Private'}`}
      text={
        isPublic
          ? 'Anyone with the link below has read-only access.'
          : 'Only members have access. Links that were shared show nothing any more.'
      }
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {isPublic && (
        <TextField
          label="Link to share"
          readOnly
          mono
          value={link}
          after={<CopyButton text={link} label="Copy link" copiedLabel="Link Copied" />}
        />
      )}
    </Dialog>
  )
}
