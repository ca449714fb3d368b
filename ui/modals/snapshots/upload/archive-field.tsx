import { FolderOpen } from 'lucide-react'
import { useId } from 'react'
import { formatBytes } from '../../../../src/rules/format-size.ts'
import { FileButton } from '../../../parts/fields/file-button.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'

type ArchiveFieldProps = {
  file: File | null
  disabled: boolean
  error: string | undefined
  onChoose: (file: File) => void
}

export const ArchiveField = ({ file, disabled, error, onChoose }: ArchiveFieldProps) => {
  const id = useId()
  return (
    <Stack gap={2}>
      <Row wrap>
        <FileButton
          inputLabel="Archive"
          accept=".tar"
          icon={<FolderOpen />}
          disabled={disabled}
          aria-describedby={id}
          onChoose={([chosen]) => chosen && onChoose(chosen)}
        >
          Choose file
        </FileButton>
        <Text as="span">{file ? `${file.name}, ${formatBytes(file.size)}` : 'No file chosen'}</Text>
      </Row>
      <div id={id}>
        {error ? (
          <Text size="sm" tone="bad">
            {error}
          </Text>
        ) : (
          <Text size="sm" tone="muted">
            An uncompressed tar archive of files, folders and links inside it.
          </Text>
        )}
      </div>
    </Stack>
  )
}
