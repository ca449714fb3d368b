import { useEffect, useRef } from 'react'
import { failureMessage } from '../../../../src/core/failure.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { PictureField } from '../../../parts/fields/picture-field.tsx'

interface AvatarFieldProps {
  name: string
  avatar: string | null
  error: string | undefined
  onChange: (avatar: string | null) => void
}

/** An uploaded picture is used once the profile is saved. */
export const AvatarField = ({ name, avatar, error, onChange }: AvatarFieldProps) => {
  const { mutate, isRunning, failure, response } = useMutation('uploadAvatar')
  const change = useRef(onChange)
  change.current = onChange

  useEffect(() => {
    if (response) change.current(response.avatar)
  }, [response])

  return (
    <PictureField
      name={name}
      picture={avatar}
      isUploading={isRunning}
      error={failure ? failureMessage(failure) : error}
      onChoose={(file) => mutate({ file })}
      onRemove={() => onChange(null)}
    />
  )
}
