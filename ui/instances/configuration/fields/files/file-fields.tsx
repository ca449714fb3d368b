import { Plus, Upload } from 'lucide-react'
import { useId } from 'react'
import type { FileDraft } from '../../../../../src/instances/configuration/service-draft.ts'
import { Button } from '../../../../parts/actions/button.tsx'
import { FileButton } from '../../../../parts/fields/file-button.tsx'
import { Card } from '../../../../parts/layout/card.tsx'
import { Row } from '../../../../parts/layout/row.tsx'
import { Stack } from '../../../../parts/layout/stack.tsx'
import { Text } from '../../../../parts/text/text.tsx'
import type { ServiceFieldsProps } from '../service-fields.ts'
import { FileRow } from './file-row.tsx'
import { useUpload } from './use-upload.ts'

const blank: FileDraft = { path: '', mode: 0o644, isSecret: false, content: '' }

export const FileFields = ({ service: { kept, workingDirectory }, change, errorOf }: ServiceFieldsProps) => {
  const { files } = kept
  const limits = useId()
  const set = (next: FileDraft[]) => change({ kept: { ...kept, files: next } })
  const listError = errorOf('files')
  const { problems, upload } = useUpload({ files, folder: workingDirectory, onChange: set })
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
            onUpload={(given) => upload([given], at)}
          />
        ))}
        {listError && (
          <Text size="sm" tone="bad">
            {listError}
          </Text>
        )}
        {problems.length > 0 && (
          <div role="alert">
            {problems.map((problem) => (
              <Text key={problem} size="sm" tone="bad">
                {problem}
              </Text>
            ))}
          </div>
        )}
        <Row wrap>
          <Button size="small" icon={<Plus />} onClick={() => set([...files, blank])}>
            Add file
          </Button>
          <FileButton
            inputLabel="Files to upload"
            multiple
            size="small"
            icon={<Upload />}
            aria-describedby={limits}
            onChoose={(given) => upload(given)}
          >
            Upload files
          </FileButton>
          <span id={limits}>
            <Text as="span" size="sm" tone="muted">
              Text of up to 256 KiB a file, 50 files at most.
            </Text>
          </span>
        </Row>
      </Stack>
    </Card>
  )
}
