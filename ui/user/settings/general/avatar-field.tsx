import { useEffect, useRef } from 'react'
import { failureWords } from '../../../../src/core/failure.ts'
import { useAsk } from '../../../app/use-ask.ts'
import { PictureField } from '../../../parts/fields/picture-field.tsx'

interface AvatarFieldProps {
  name: string
  avatar: string | null
  fault: string | undefined
  onChange: (avatar: string | null) => void
}

/** Saving the profile puts an uploaded picture in use. */
export const AvatarField = ({ name, avatar, fault, onChange }: AvatarFieldProps) => {
  const { ask, isRunning, failure, answer } = useAsk('uploadAvatar')
  const change = useRef(onChange)
  change.current = onChange

  useEffect(() => {
    if (answer) change.current(answer.avatar)
  }, [answer])

  return (
    <PictureField
      name={name}
      picture={avatar}
      isUploading={isRunning}
      fault={failure ? failureWords(failure) : fault}
      onChoose={(file) => ask({ file })}
      onRemove={() => onChange(null)}
    />
  )
}
