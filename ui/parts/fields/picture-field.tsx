import { Trash2, Upload } from 'lucide-react'
import { useId, useState } from 'react'
import { MAX_PICTURE_BYTES, pictureTypes } from '../../../src/contract/wire/account.ts'
import { Button } from '../actions/button.tsx'
import { Avatar } from '../frame/avatar.tsx'
import { HiddenText } from '../layout/hidden-text.tsx'
import { Row } from '../layout/row.tsx'
import { Stack } from '../layout/stack.tsx'
import { Text } from '../text/text.tsx'
import { FileButton } from './file-button.tsx'
import css from './picture-field.module.css'

const TOO_LARGE = 'This picture is larger than 5 MB. Choose a smaller one.'
const NOT_A_PICTURE = 'Choose a PNG, JPEG, WebP or GIF.'

const validateFile = ({ size, type }: File): string | null => {
  if (size > MAX_PICTURE_BYTES) return TOO_LARGE
  return pictureTypes.some((known) => known === type) ? null : NOT_A_PICTURE
}

interface PictureFieldProps {
  /** The name whose initials replace a missing picture. */
  name: string
  picture: string | null
  shape?: 'round' | 'square'
  isUploading: boolean
  error: string | undefined
  /** Called with a file that may be uploaded. */
  onChoose: (file: File) => void
  onRemove: () => void
}

/** Uploads a picture when it is chosen, and shows it as others will see it. */
export const PictureField = ({ name, picture, shape, isUploading, error, onChoose, onRemove }: PictureFieldProps) => {
  const [validationError, setValidationError] = useState<string | null>(null)
  const id = useId()

  const choose = ([file]: File[]) => {
    if (!file) return
    const found = validateFile(file)
    setValidationError(found)
    if (found === null) onChoose(file)
  }
  const message = validationError ?? error
  return (
    <Row gap={4} align="center">
      <Avatar name={name} image={picture ?? undefined} size="large" {...(shape && { shape })} />
      <Stack gap={2}>
        <Row wrap>
          <FileButton
            inputLabel="Picture"
            accept={pictureTypes.join()}
            size="small"
            icon={<Upload />}
            busy={isUploading}
            aria-describedby={id}
            onChoose={choose}
          >
            Upload picture
          </FileButton>
          {picture !== null && (
            <Button size="small" variant="quiet" icon={<Trash2 />} onClick={onRemove}>
              Remove<HiddenText> picture</HiddenText>
            </Button>
          )}
        </Row>
        <div id={id}>
          {message ? (
            <p className={css.error} role="alert">
              {message}
            </p>
          ) : (
            <Text size="xs" tone="muted">
              PNG, JPEG, WebP or GIF, 5 MB at most. Cropped to a square.
            </Text>
          )}
        </div>
      </Stack>
    </Row>
  )
}
