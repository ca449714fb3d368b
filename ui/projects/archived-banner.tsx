import { ArchiveRestore } from 'lucide-react'
import { useIsVisitor } from '../hooks/use-organization.ts'
import { Banner } from '../parts/state/banner.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'

export const ArchivedBanner = ({ onRestore }: { onRestore: () => void }) => (
  <Banner
    title="This project is archived"
    actions={
      !useIsVisitor() && (
        <MayButton may="projects.write" size="small" icon={<ArchiveRestore />} onClick={onRestore}>
          Restore project
        </MayButton>
      )
    }
  >
    Its instances, volumes and logs are kept. Nothing can be started in it.
  </Banner>
)
