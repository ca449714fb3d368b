import { settingLabels } from '../../rules/deployments/setting-texts.ts'

interface FieldError {
  field: string
  message: string
}

const labels: Readonly<Record<string, string>> = {
  ...settingLabels,
  name: 'Name',
  environment: 'Variables',
  files: 'Files',
}

/** The errors of a deployment that the server refused, with the service and the field as the form names them. */
export const rejectedFields = (
  errors: readonly FieldError[],
  services: readonly { name: string }[],
): { place: string; message: string }[] =>
  errors.map(({ field, message }) => {
    const [head, at, setting] = field.replace(/^configuration\./, '').split('.')
    const service = head === 'services' && at !== undefined ? services[Number(at)] : undefined
    const place = service ? [service.name, ...(setting ? [labels[setting] ?? setting] : [])].join(', ') : ''
    return { place, message }
  })
