import { useEffect, useRef } from 'react'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { failureMessage } from '../../../src/core/failure.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { PictureField } from '../../parts/fields/picture-field.tsx'

interface OrganizationPictureProps {
  id: OrganizationId
  name: string
  image: string | null
  error: string | undefined
  onChange: (image: string | null) => void
}

/** An uploaded picture is used once the settings are saved. */
export const OrganizationPicture = ({ id, name, image, error, onChange }: OrganizationPictureProps) => {
  const { mutate, isRunning, failure, response } = useMutation('uploadOrganizationImage')
  const change = useRef(onChange)
  change.current = onChange

  useEffect(() => {
    if (response) change.current(response.image)
  }, [response])

  return (
    <PictureField
      name={name}
      picture={image}
      shape="square"
      isUploading={isRunning}
      error={failure ? failureMessage(failure) : error}
      onChoose={(file) => mutate({ id, file })}
      onRemove={() => onChange(null)}
    />
  )
}
