import { Download, File, FileSymlink, Folder, FolderSymlink } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ListedFile } from '../../../src/contract/shell/shell-files.ts'
import { formatBytes } from '../../../src/rules/format-size.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Row } from '../../parts/layout/row.tsx'
import type { Column } from '../../parts/tables/column.ts'
import { exactTimeText } from '../../parts/text/time-text.ts'

const icons: Record<ListedFile['kind'], ReactElement> = {
  file: <File aria-label="File" size={16} />,
  folder: <Folder aria-label="Folder" size={16} />,
  link: <FileSymlink aria-label="Link" size={16} />,
  folderLink: <FolderSymlink aria-label="Link to a folder" size={16} />,
  other: <File aria-label="Special file" size={16} />,
}

export const isFolder = ({ kind }: ListedFile): boolean => kind === 'folder' || kind === 'folderLink'
const hasContent = ({ kind }: ListedFile): boolean => kind === 'file' || kind === 'link'

const sizeText = ({ size, kind }: ListedFile): string => {
  if (size === null || kind !== 'file') return ''
  return size < 10_000 ? `${size.toLocaleString('en-GB')} B` : formatBytes(size)
}

export const fileColumns = (download: (file: ListedFile) => void): Column<ListedFile>[] => [
  {
    id: 'name',
    title: 'Name',
    isRowHeader: true,
    widthPercent: 50,
    sortBy: (file) => `${isFolder(file) ? 0 : 1}${file.name}`,
    cell: (file) => (
      <Row gap={2}>
        {icons[file.kind]}
        <span>{file.name}</span>
      </Row>
    ),
  },
  {
    id: 'size',
    title: 'Size',
    align: 'end',
    widthPercent: 16,
    sortBy: ({ size }) => size ?? -1,
    cell: sizeText,
  },
  {
    id: 'changed',
    title: 'Changed',
    widthPercent: 24,
    wideOnly: true,
    sortBy: ({ changedAtMs }) => changedAtMs ?? 0,
    cell: ({ changedAtMs }) => (changedAtMs === null ? '' : exactTimeText(changedAtMs)),
  },
  {
    id: 'actions',
    title: 'Actions',
    titleHidden: true,
    align: 'end',
    widthPercent: 10,
    cell: (file) =>
      hasContent(file) && (
        <IconButton label={`Download ${file.name}`} size="small" icon={<Download />} onClick={() => download(file)} />
      ),
  },
]
