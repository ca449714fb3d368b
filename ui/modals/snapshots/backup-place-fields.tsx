import { TextField } from '../../parts/fields/text-field.tsx'

export interface TypedPlace {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export const emptyPlace: TypedPlace = {
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  secretAccessKey: '',
}

const fields: { name: keyof TypedPlace; label: string; placeholder?: string; hint?: string }[] = [
  { name: 'endpoint', label: 'Endpoint', placeholder: 'https://s3.eu-central-1.amazonaws.com' },
  { name: 'region', label: 'Region' },
  { name: 'bucket', label: 'Bucket' },
  { name: 'prefix', label: 'Folder', hint: 'Optional.' },
  { name: 'accessKeyId', label: 'Access key ID' },
  { name: 'secretAccessKey', label: 'Secret access key', hint: 'Encrypted, and never shown again.' },
]

type BackupPlaceFieldsProps = {
  value: TypedPlace
  onChange: (value: TypedPlace) => void
  errorOf: (field: string) => string | undefined
}

export const BackupPlaceFields = ({ value, onChange, errorOf }: BackupPlaceFieldsProps) => (
  <>
    {fields.map(({ name, label, ...rest }) => (
      <TextField
        key={name}
        {...rest}
        label={label}
        mono
        type={name === 'secretAccessKey' ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        value={value[name]}
        error={errorOf(`place.${name}`) ?? errorOf(name)}
        onChange={(event) => onChange({ ...value, [name]: event.target.value })}
      />
    ))}
  </>
)
