import { CopyButton } from '../parts/actions/copy-button.tsx'
import { TextField } from '../parts/fields/text-field.tsx'

/** Returns the public address of an organisation. */
export const ShareLink = ({ username }: { username: string }) => {
  const link = `${window.location.origin}/${username}`
  return (
    <TextField
      label="Link to share"
      readOnly
      mono
      value={link}
      after={<CopyButton text={link} label="Copy link" copiedLabel="Link Copied" />}
    />
  )
}
