import { useEffect, useRef } from 'react'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { failureWords } from '../../../src/core/failure.ts'
import { useAsk } from '../../app/use-ask.ts'
import { PictureField } from '../../parts/fields/picture-field.tsx'

interface OrganizationPictureProps {
  id: OrganizationId
  name: string
  image: string | null
  fault: string | undefined
  onChange: (image: string | null) => void
}

/** Saving the settings puts an uploaded picture in use. */
export const OrganizationPicture = ({ id, name, image, fault, onChange }: OrganizationPictureProps) => {
  const { ask, isRunning, failure, answer } = useAsk('uploadOrganizationImage')
  const change = useRef(onChange)
  change.current = onChange

  useEffect(() => {
    if (answer) change.current(answer.image)
  }, [answer])

  return (
    <PictureField
      name={name}
      picture={image}
      shape="square"
      isUploading={isRunning}
      fault={failure ? failureWords(failure) : fault}
      onChoose={(file) => ask({ id, file })}
      onRemove={() => onChange(null)}
    />
  )
}
