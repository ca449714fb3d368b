import { Upload } from 'lucide-react'
import { useObservableEagerState } from 'observable-hooks'
import { useRef, useState } from 'react'
import { MAX_DOWNLOAD_BYTES, MAX_UPLOAD_BYTES } from '../../../src/contract/shell/shell-files.ts'
import type { RemoteFiles } from '../../../src/terminals/terminal-client.ts'
import { downloadFile, uploadFile } from '../../../src/terminals/transfer-file.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { SearchField } from '../../parts/fields/search-field.tsx'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { FailedState } from '../../parts/waiting/failed-state.tsx'
import { SessionNotice } from '../session-notice.tsx'
import { fileColumns, isFolder } from './file-columns.tsx'
import { baseName, foldersOf, joined } from './file-path.ts'
import { FileText } from './file-text.tsx'
import { saveFile } from './save-file.ts'
import { TransferList } from './transfer-list.tsx'
import { useFolder } from './use-folder.ts'
import { useTransfers } from './use-transfers.ts'

/** More rows than this are rendered only where they are visible. */
const VIRTUAL_FROM = 200

type FileBrowserProps = { files: RemoteFiles; onReopen: () => void; onClose: () => void }

/** The files of a container: folders in the address, text shown, everything else downloaded. */
export const FileBrowser = ({ files, onReopen, onClose }: FileBrowserProps) => {
  const { query, choose, to } = useUrlQuery()
  const isOpen = useObservableEagerState(files.state$).kind === 'open'
  const path = query.get('path') ?? '/'
  const { state, reload } = useFolder(files, path, isOpen)
  const { transfers, run } = useTransfers()
  const [filtered, setFiltered] = useState({ path, text: '' })
  // It is not meant for another folder.
  const filter = filtered.path === path ? filtered.text : ''
  const picker = useRef<HTMLInputElement>(null)
  const shown = query.get('file')

  const download = (name: string) =>
    run(`Downloading ${name}`, async (progress) =>
      saveFile(name, await downloadFile(files, joined(path, name), { ...progress, maxBytes: MAX_DOWNLOAD_BYTES })),
    )
  const upload = (file: File, overwrite = false) =>
    run(
      `Uploading ${file.name}`,
      async (progress) => {
        await uploadFile(files, { path: joined(path, baseName(file.name)), content: file, overwrite }, progress)
        reload()
      },
      () => upload(file, true),
    )
  const chosen = (list: FileList | null) => {
    for (const file of list ?? []) upload(file)
  }
  const folder = state.kind === 'loaded' ? state.folder : undefined
  const rows = (folder?.files ?? []).filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()))
  const size = folder?.files.find(({ name }) => name === shown)?.size ?? null
  return (
    <Stack gap={3}>
      <SessionNotice remote={files} onReopen={onReopen} onClose={onClose} />
      <Row wrap justify="between">
        <LinkTabs
          label="Folders"
          look="segments"
          current={to({ path, file: '' })}
          tabs={foldersOf(path).map((one) => ({ to: to({ path: one.path, file: '' }), label: one.name }))}
        />
        <Row wrap>
          <SearchField label="Filter files" value={filter} onChange={(text) => setFiltered({ path, text })} />
          <HiddenText>
            <input
              ref={picker}
              type="file"
              multiple
              tabIndex={-1}
              aria-label="Files to upload"
              onChange={(event) => {
                chosen(event.target.files)
                event.target.value = ''
              }}
            />
          </HiddenText>
          <Button icon={<Upload />} disabled={!isOpen} onClick={() => picker.current?.click()}>
            Upload
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Close files
          </Button>
        </Row>
      </Row>
      <TransferList transfers={transfers} />
      {folder?.isCut && (
        <Banner>
          This folder contains more than 10,000 files. The others are not shown: use a shell to find them.
        </Banner>
      )}
      {shown !== null && isOpen && (
        <FileText
          files={files}
          path={joined(path, shown)}
          size={size}
          onDownload={() => download(shown)}
          onClose={() => choose({ file: '' })}
        />
      )}
      {state.kind === 'failed' ? (
        <FailedState title="This folder cannot be shown" text={state.message} onRetry={reload} />
      ) : (
        <DataTable
          caption={`Files in ${path}`}
          columns={fileColumns(({ name }) => download(name))}
          rows={rows}
          rowKey={({ name }) => name}
          rowLink={(file) => to(isFolder(file) ? { path: joined(path, file.name), file: '' } : { file: file.name })}
          virtual={rows.length > VIRTUAL_FROM ? 'page' : undefined}
          loading={state.kind === 'loading'}
          empty={
            <EmptyState
              title={filter === '' ? 'This folder is empty' : 'No file has this name'}
              text={filter === '' ? `Upload a file of at most ${MAX_UPLOAD_BYTES / 1024 / 1024} MiB.` : undefined}
            />
          }
        />
      )}
    </Stack>
  )
}
