import { FolderOpen } from 'lucide-react'
import { useId, useRef } from 'react'
import { formatBytes } from '../../../../src/rules/format-size.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { Row } from '../../../parts/layout/row.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Text } from '../../../parts/text/text.tsx'
import css from './archive-field.module.css'

type ArchiveFieldProps = {
  file: File | null
  disabled: boolean
  error: string | undefined
  onChoose: (file: File) => void
}

export const ArchiveField = ({ file, disabled, error, onChoose }: ArchiveFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <Stack gap={2}>
      <Row wrap>
        <input
          ref={input}
          className={css.file}
          type="file"
          accept=".tar"
          aria-label="Archive"
          tabIndex={-1}
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            // Allows choosing the same file again.
            target.value = ''
            if (chosen) onChoose(chosen)
          }}
        />
        <Button icon={<FolderOpen />} disabled={disabled} aria-describedby={id} onClick={() => input.current?.click()}>
          Choose file
        </Button>
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
