import { Download, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MAX_VIEWED_BYTES } from '../../../src/contract/shell/shell-files.ts'
import { FileError } from '../../../src/terminals/file-error.ts'
import type { RemoteFiles } from '../../../src/terminals/terminal-client.ts'
import { downloadFile } from '../../../src/terminals/transfer-file.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Text } from '../../parts/text/text.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { textOf } from './file-path.ts'
import css from './files.module.css'

type FileTextProps = {
  files: RemoteFiles
  path: string
  size: number | null
  onDownload: () => void
  onClose: () => void
}

type Content = { kind: 'loading' } | { kind: 'text'; text: string } | { kind: 'note'; note: string }

const largeNote = 'This file is larger than 1 MiB. Download it to look at it.'

/** Shows a text file; says so for what is none. */
export const FileText = ({ files, path, size, onDownload, onClose }: FileTextProps) => {
  const [content, setContent] = useState<Content>({ kind: 'loading' })
  useEffect(() => {
    const abort = new AbortController()
    const show = (next: Content) => {
      if (!abort.signal.aborted) setContent(next)
    }
    if ((size ?? 0) > MAX_VIEWED_BYTES) {
      show({ kind: 'note', note: largeNote })
      return
    }
    show({ kind: 'loading' })
    downloadFile(files, path, { signal: abort.signal, onProgress: () => {}, maxBytes: MAX_VIEWED_BYTES })
      .then(textOf)
      .then(
        (text) => show(text === undefined ? { kind: 'note', note: 'This is a binary file.' } : { kind: 'text', text }),
        (error: Error) => {
          const isTooLarge = error instanceof FileError && error.code === 'tooLarge'
          show({ kind: 'note', note: isTooLarge ? largeNote : error.message })
        },
      )
    return () => abort.abort()
  }, [files, path, size])
  return (
    <Card
      title={path}
      actions={
        <>
          <Button size="small" icon={<Download />} onClick={onDownload}>
            Download
          </Button>
          <Button size="small" icon={<X />} onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {content.kind === 'loading' && <SkeletonText lines={4} />}
      {content.kind === 'note' && <Text tone="muted">{content.note}</Text>}
      {content.kind === 'text' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
        <pre className={css.text} tabIndex={0}>
          {content.text || 'This file is empty.'}
        </pre>
      )}
    </Card>
  )
}
