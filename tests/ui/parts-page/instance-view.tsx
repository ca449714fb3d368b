import { ExternalLink, RotateCw } from 'lucide-react'
import { useMemo } from 'react'
import { openLogWorker } from '../../../effects/logs/open-log-worker.ts'
import { createLogBuffer } from '../../../src/logs/buffer/create-log-buffer.ts'
import { createLogBuffers } from '../../../src/logs/log-buffers.ts'
import { createMergedLog, type ViewedLog } from '../../../src/logs/merge/merged-log.ts'
import { Button } from '../../../ui/parts/actions/button.tsx'
import { CopyId } from '../../../ui/parts/actions/copy-id.tsx'
import { LinkButton } from '../../../ui/parts/actions/link-button.tsx'
import { LogbookArt } from '../../../ui/parts/art/logbook-art.tsx'
import { DescriptionList } from '../../../ui/parts/facts/description-list.tsx'
import { Card } from '../../../ui/parts/layout/card.tsx'
import { PageBody } from '../../../ui/parts/layout/page-body.tsx'
import { LogView } from '../../../ui/parts/logs/log-view.tsx'
import { LinkTabs } from '../../../ui/parts/navigation/link-tabs.tsx'
import { PageHeader } from '../../../ui/parts/navigation/page-header.tsx'
import { StatusMark } from '../../../ui/parts/state/status-mark.tsx'
import { RelativeTime } from '../../../ui/parts/text/relative-time.tsx'
import { EmptyState } from '../../../ui/parts/waiting/empty-state.tsx'
import { sampleBatch } from './sample-lines.ts'
import { SampleShell } from './sample-shell.tsx'

const nowMs = Date.UTC(2026, 10, 21, 14, 3)

const sampleBuffer = (): ViewedLog => {
  const buffer = createLogBuffers(openLogWorker).of('sample', createLogBuffer)
  buffer.receive([sampleBatch(1, 60)])
  const merged = createMergedLog()
  merged.add({ slot: 0, label: 'api', buffer })
  return merged
}

export const InstanceView = () => {
  const buffer = useMemo(sampleBuffer, [])
  return (
    <SampleShell>
      <PageBody>
        <PageHeader
          title="api"
          crumbs={[{ label: 'North Pier', to: '/' }, { label: 'Storefront', to: '/' }, { label: 'api' }]}
          mark={<StatusMark status="Active" pill />}
          text={
            <>
              <CopyId id="6f1c0c5e2b9a4d7e8f10" />
              <span>
                Deployed <RelativeTime at={nowMs - 192_000} nowMs={nowMs} />
              </span>
            </>
          }
          actions={
            <>
              <LinkButton href="http://api.localhost:4600" newTab icon={<ExternalLink />}>
                Open
              </LinkButton>
              <Button icon={<RotateCw />}>Restart</Button>
              <Button variant="danger-quiet">Close</Button>
            </>
          }
          tabs={
            <LinkTabs
              label="Instance"
              current="logs"
              tabs={['Overview', 'Logs', 'Shell', 'Metrics', 'Domains', 'Scaling', 'Health', 'Settings'].map(
                (label) => ({ to: label.toLowerCase(), label }),
              )}
            />
          }
        />
        <Card title="Instance logs" padded={false} actions={<Button size="small">Download</Button>}>
          <LogView
            buffer={buffer}
            label="Instance logs of api"
            empty={<EmptyState title="No lines yet" text="They appear as they are written." art={<LogbookArt />} />}
          />
        </Card>
        <Card title="About">
          <DescriptionList
            facts={[
              { term: 'Image', value: <code>ghcr.io/northpier/api:1.42</code> },
              { term: 'Region', value: 'Stockholm' },
              { term: 'Plan', value: 'Medium, 1 vCPU, 2 GiB' },
            ]}
          />
        </Card>
      </PageBody>
    </SampleShell>
  )
}
