import { Download } from 'lucide-react'
import { type Failure, failureMessage } from '../../../src/core/failure.ts'
import { Button } from '../../parts/actions/button.tsx'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'

type DownloadLinkProps = {
  title: string
  text: string
  url: string | null
  busy: boolean
  failure: Failure | null
  onPrepare: () => void
  onClose: () => void
}

/** Requests the address of a file, which is valid for a minute, and offers it. */
export const DownloadLink = ({ title, text, url, busy, failure, onPrepare, onClose }: DownloadLinkProps) => (
  <Dialog
    title={title}
    text={text}
    onClose={onClose}
    note={url === null ? null : 'The link is valid for one minute.'}
    actions={
      <>
        <Button onClick={onClose}>Close</Button>
        {url === null ? (
          <Button variant="primary" busy={busy} onClick={onPrepare}>
            Create link
          </Button>
        ) : (
          <LinkButton variant="primary" icon={<Download />} href={url}>
            Download
          </LinkButton>
        )}
      </>
    }
  >
    {failure && (
      <Banner tone="bad" title="The link was not created">
        {failureMessage(failure)}
      </Banner>
    )}
  </Dialog>
)
