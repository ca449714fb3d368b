import { Trash2, Upload } from 'lucide-react'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { MOST_PICTURE_BYTES, pictureTypes } from '../../../../src/contract/wire/account.ts'
import { failureWords } from '../../../../src/core/failure.ts'
import { useAsk } from '../../../app/use-ask.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Avatar } from '../../../parts/frame/avatar.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import css from './avatar-field.module.css'

const TOO_LARGE = 'This picture is larger than 5 MB. Choose a smaller one.'
const NOT_A_PICTURE = 'Choose a PNG, JPEG, WebP or GIF.'

const faultOf = ({ size, type }: File): string | null => {
  if (size > MOST_PICTURE_BYTES) return TOO_LARGE
  return pictureTypes.some((known) => known === type) ? null : NOT_A_PICTURE
}

interface AvatarFieldProps {
  /** Whose initials stand where there is no picture. */
  name: string
  avatar: string | null
  fault: string | undefined
  onChange: (avatar: string | null) => void
}

/** A picture is uploaded when it is chosen, and shown as others will see it; saving the profile puts it in use. */
export const AvatarField = ({ name, avatar, fault, onChange }: AvatarFieldProps) => {
  const { ask, isRunning, failure, answer } = useAsk('uploadAvatar')
  const [ownFault, setOwnFault] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const change = useRef(onChange)
  change.current = onChange
  const id = useId()

  useEffect(() => {
    if (answer) change.current(answer.avatar)
  }, [answer])

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    const found = faultOf(file)
    setOwnFault(found)
    if (found === null) ask({ file })
  }
  const words = ownFault ?? (failure ? failureWords(failure) : fault)
  return (
    <Row gap={4} align="center">
      <Avatar name={name} image={avatar ?? undefined} size="large" />
      <Stack gap={2}>
        <Row wrap>
          <input
            ref={input}
            className={css.file}
            type="file"
            accept={pictureTypes.join()}
            aria-label="Picture"
            tabIndex={-1}
            onChange={choose}
          />
          <Button
            size="small"
            icon={<Upload />}
            busy={isRunning}
            aria-describedby={id}
            onClick={() => input.current?.click()}
          >
            Upload picture
          </Button>
          {avatar !== null && (
            <Button size="small" look="quiet" icon={<Trash2 />} onClick={() => onChange(null)}>
              Remove<HiddenText> picture</HiddenText>
            </Button>
          )}
        </Row>
        <div id={id}>
          {words ? (
            <p className={css.fault} role="alert">
              {words}
            </p>
          ) : (
            <Text size="xs" tone="muted">
              PNG, JPEG, WebP or GIF, 5 MB at most. It is cut square.
            </Text>
          )}
        </div>
      </Stack>
    </Row>
  )
}
