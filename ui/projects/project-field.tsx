import type { ProjectId } from '../../src/contract/wire/common.ts'
import { Combobox } from '../parts/choices/combobox.tsx'
import { Select } from '../parts/choices/select.tsx'

/** Beyond this, typing finds a project faster than scrolling. */
const MAX_SELECT_OPTIONS = 10

type ProjectFieldProps = {
  options: readonly { value: ProjectId; label: string }[]
  value: ProjectId | null
  onChange: (id: ProjectId | null) => void
}

export const ProjectField = ({ onChange, ...props }: ProjectFieldProps) => {
  const field = { label: 'Project', required: true, ...props }
  return props.options.length > MAX_SELECT_OPTIONS ? (
    <Combobox {...field} onChange={(id) => id !== null && onChange(id)} />
  ) : (
    <Select {...field} onChange={onChange} />
  )
}
