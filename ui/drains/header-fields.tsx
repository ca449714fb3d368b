import { Plus, Trash2 } from 'lucide-react'
import type { DrainDraft } from '../../src/drains/drain-draft.ts'
import { Button } from '../parts/actions/button.tsx'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { TextField } from '../parts/fields/text-field.tsx'
import { Stack } from '../parts/layout/stack.tsx'
import type { DrainFieldsProps } from './drain-fields-props.ts'
import css from './drains.module.css'

const MAX_HEADERS = 20

/** The headers of each request, whose values cannot be read again. */
export const HeaderFields = ({ draft: { headers }, isSaved, errorOf, onChange }: DrainFieldsProps) => {
  const change = (at: number, changes: Partial<DrainDraft['headers'][number]>) =>
    onChange({ headers: headers.map((header, index) => (index === at ? { ...header, ...changes } : header)) })
  return (
    <Stack gap={2}>
      {headers.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: headers have no other identity
        <div key={at} className={css.header}>
          <TextField
            label={`Header ${at + 1}`}
            placeholder="Authorization"
            mono
            maxLength={100}
            autoComplete="off"
            value={name}
            error={errorOf(`target.headers.${at}.name`)}
            onChange={({ target }) => change(at, { name: target.value })}
          />
          <TextField
            label={`Value ${at + 1}`}
            placeholder={isSaved ? 'Kept' : ''}
            type="password"
            mono
            maxLength={4000}
            autoComplete="new-password"
            value={value}
            error={errorOf(`target.headers.${at}.value`)}
            onChange={({ target }) => change(at, { value: target.value })}
          />
          <IconButton
            label={`Remove header ${at + 1}`}
            icon={<Trash2 />}
            onClick={() => onChange({ headers: headers.filter((_, index) => index !== at) })}
          />
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus />}
          disabled={headers.length >= MAX_HEADERS}
          onClick={() => onChange({ headers: [...headers, { name: '', value: '' }] })}
        >
          Add header
        </Button>
      </div>
    </Stack>
  )
}
