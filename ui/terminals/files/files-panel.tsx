import { FolderOpen } from 'lucide-react'
import { failureMessage } from '../../../src/core/failure.ts'
import type { OpenTerminal } from '../../../src/terminals/open-terminals.ts'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import type { SessionsProps } from '../terminals-panel.tsx'
import { useOpenSession } from '../use-open-session.ts'
import { useTerminals } from '../use-terminals.ts'
import { FileBrowser } from './file-browser.tsx'

/** A file browser is no terminal, but a session has a size. */
const SIZE = { columns: 80, rows: 24 }

/** The files of one container of an instance. */
export const FilesPanel = ({ instance, place, open }: SessionsProps) => {
  const terminals = useTerminals()
  const { open: openFiles, isRunning, failure } = useOpenSession(instance, 'files')
  const isHere = ({ service, replica }: OpenTerminal) => service === place?.service && replica === place.replica
  const session = open.findLast(isHere)
  return (
    <Stack gap={3}>
      {failure && (
        <Banner tone="bad" title="The files could not be opened">
          {failureMessage(failure)}
        </Banner>
      )}
      {session ? (
        <FileBrowser
          key={session.id}
          files={session.connect(SIZE)}
          onReopen={() => openFiles(place)}
          onClose={() => terminals.close(session.id)}
        />
      ) : (
        <EmptyState
          title="Files are not open"
          text="Look at the files of the container, download them, and upload others. Only volumes keep their files when a replica is replaced. The audit log records who opened the files, when, where and how long."
          actions={
            <MayButton
              may="instances.execute"
              variant="primary"
              icon={<FolderOpen />}
              busy={isRunning}
              disabled={instance.desiredState !== 'active'}
              onClick={() => openFiles(place)}
            >
              Open files
            </MayButton>
          }
        />
      )}
    </Stack>
  )
}
