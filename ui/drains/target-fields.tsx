import type { DrainDraft } from '../../src/drains/drain-draft.ts'
import { Checkbox } from '../parts/choices/checkbox.tsx'
import { NumberField } from '../parts/fields/number-field.tsx'
import { TextArea } from '../parts/fields/text-area.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import type { DrainFieldsProps } from './drain-fields-props.ts'
import css from './drains.module.css'
import { HeaderFields } from './header-fields.tsx'

type TextKey = {
  [K in keyof DrainDraft]: DrainDraft[K] extends string ? K : never
}[keyof DrainDraft]

const KEPT = 'Leave empty to keep the saved one.'

/** The fields of the chosen kind of target. */
export const TargetFields = (props: DrainFieldsProps) => {
  const { draft, isSaved, errorOf, onChange } = props
  const text = (field: Exclude<TextKey, 'type'>, maxLength = 400) => ({
    value: draft[field],
    error: errorOf(`target.${field}`),
    maxLength,
    autoComplete: 'off',
    spellCheck: false,
    mono: true,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  })
  const secret = (field: 'password' | 'secretAccessKey') => ({
    ...text(field, 4000),
    type: 'password',
    autoComplete: 'new-password',
    hint: isSaved ? KEPT : undefined,
  })
  switch (draft.type) {
    case 'http':
      return (
        <>
          <TextField label="URL" required placeholder="https://logs.example.org/ingest" {...text('url', 1000)} />
          <HeaderFields {...props} />
          <Checkbox
            label="Compress with gzip"
            checked={draft.gzip}
            onChange={({ target }) => onChange({ gzip: target.checked })}
          />
        </>
      )
    case 'loki':
      return (
        <>
          <TextField
            label="URL"
            hint="Of the server; the path of its push API is added."
            required
            placeholder="https://loki.example.org"
            {...text('url', 1000)}
          />
          <TextField
            label="Tenant"
            hint="Sent as X-Scope-OrgID. Leave empty without tenants."
            {...text('tenant', 150)}
          />
          <div className={css.pair}>
            <TextField label="User name" {...text('username', 200)} />
            <TextField label="Password" {...secret('password')} />
          </div>
        </>
      )
    case 'syslog':
      return (
        <>
          <div className={css.pair}>
            <TextField label="Host" required placeholder="syslog.example.org" {...text('host', 253)} />
            <NumberField
              label="Port"
              required
              min={1}
              max={65_535}
              value={draft.port}
              error={errorOf('target.port')}
              onChange={(port) => onChange({ port })}
            />
          </div>
          <TextArea
            label="Certificate authority"
            hint="In PEM format, if the receiver’s certificate is from your own authority."
            rows={4}
            {...text('caCertificate', 20_000)}
          />
        </>
      )
    case 's3':
      return (
        <>
          <TextField
            label="Endpoint"
            required
            placeholder="https://s3.eu-central-1.amazonaws.com"
            {...text('endpoint', 300)}
          />
          <div className={css.pair}>
            <TextField label="Region" required placeholder="eu-central-1" {...text('region', 60)} />
            <TextField label="Bucket" required {...text('bucket', 63)} />
          </div>
          <TextField label="Key prefix" placeholder="logs" {...text('prefix', 200)} />
          <div className={css.pair}>
            <TextField label="Access key ID" required {...text('accessKeyId', 128)} />
            <TextField label="Secret access key" required={!isSaved} {...secret('secretAccessKey')} />
          </div>
          <div className={css.pair}>
            <NumberField
              label="Largest object"
              unit="MiB"
              min={1}
              max={16}
              value={draft.maxMebibytes}
              error={errorOf('target.maxBytes')}
              onChange={(maxMebibytes) => onChange({ maxMebibytes })}
            />
            <NumberField
              label="Longest wait"
              unit="s"
              min={10}
              max={3600}
              value={draft.maxAgeSeconds}
              error={errorOf('target.maxAgeSeconds')}
              onChange={(maxAgeSeconds) => onChange({ maxAgeSeconds })}
            />
          </div>
        </>
      )
  }
}
