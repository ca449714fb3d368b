import { Plus } from 'lucide-react'
import type { FileDraft } from '../../../../../src/instances/configuration/service-draft.ts'
import { Button } from '../../../../parts/actions/button.tsx'
import { Card } from '../../../../parts/layout/card.tsx'
import { Stack } from '../../../../parts/layout/stack.tsx'
import { Text } from '../../../../parts/text/text.tsx'
import type { ServiceFieldsProps } from '../service-fields.ts'
import { FileRow } from './file-row.tsx'

const blank: FileDraft = { path: '', mode: 0o644, isSecret: false, content: '' }

export const FileFields = ({ service: { kept }, change, errorOf }: ServiceFieldsProps) => {
  const { files } = kept
  const set = (next: FileDraft[]) => change({ kept: { ...kept, files: next } })
  const listError = errorOf('files')
  return (
    <Card title="Configuration files" text="Written into each replica before it starts. Saved contents are not shown.">
      <Stack gap={4} align="start">
        {files.length === 0 && <Text tone="muted">No files.</Text>}
        {files.map((file, at) => (
          <FileRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other key while it is being typed
            key={at}
            number={at + 1}
            file={file}
            errorOf={(field) => errorOf(`files.${at}.${field}`)}
            onChange={(next) => set(files.with(at, next))}
            onRemove={() => set(files.filter((_, index) => index !== at))}
          />
        ))}
        {listError && (
          <Text size="sm" tone="bad">
            {listError}
          </Text>
        )}
        <Button size="small" icon={<Plus />} onClick={() => set([...files, blank])}>
          Add file
        </Button>
      </Stack>
    </Card>
  )
}
