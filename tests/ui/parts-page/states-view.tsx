import { Plus } from 'lucide-react'
import { Button } from '../../../ui/parts/actions/button.tsx'
import { AdriftArt } from '../../../ui/parts/art/adrift-art.tsx'
import { BerthArt } from '../../../ui/parts/art/berth-art.tsx'
import { CraneArt } from '../../../ui/parts/art/crane-art.tsx'
import { LighthouseArt } from '../../../ui/parts/art/lighthouse-art.tsx'
import { LogbookArt } from '../../../ui/parts/art/logbook-art.tsx'
import { Logo } from '../../../ui/parts/art/logo.tsx'
import { Avatar } from '../../../ui/parts/frame/avatar.tsx'
import { Card } from '../../../ui/parts/layout/card.tsx'
import { Grid } from '../../../ui/parts/layout/grid.tsx'
import { PageBody } from '../../../ui/parts/layout/page-body.tsx'
import { Row } from '../../../ui/parts/layout/row.tsx'
import { Stack } from '../../../ui/parts/layout/stack.tsx'
import { SideNav } from '../../../ui/parts/navigation/side-nav.tsx'
import { ProgressBar } from '../../../ui/parts/progress/progress-bar.tsx'
import { Badge } from '../../../ui/parts/state/badge.tsx'
import { Banner } from '../../../ui/parts/state/banner.tsx'
import { ConnectionMark } from '../../../ui/parts/state/connection-mark.tsx'
import { type Status, statusAppearances } from '../../../ui/parts/state/status-appearances.ts'
import { StatusMark } from '../../../ui/parts/state/status-mark.tsx'
import { RelativeTime } from '../../../ui/parts/text/relative-time.tsx'
import { EmptyState } from '../../../ui/parts/waiting/empty-state.tsx'
import { FailedState } from '../../../ui/parts/waiting/failed-state.tsx'
import { SkeletonCard } from '../../../ui/parts/waiting/skeleton-card.tsx'
import { SkeletonRows } from '../../../ui/parts/waiting/skeleton-rows.tsx'

const nowMs = Date.UTC(2026, 10, 21, 14, 3)
const statuses = Object.keys(statusAppearances) as Status[]

export const StatesView = () => (
  <main>
    <PageBody>
      <h1>States</h1>
      <Card title="Marks">
        <Stack>
          <Row wrap gap={5}>
            {statuses.map((status) => (
              <StatusMark key={status} status={status} />
            ))}
          </Row>
          <Row wrap gap={3}>
            <StatusMark pill status="Active" />
            <StatusMark pill status="Starting" />
            <StatusMark pill status="Failed-start" />
            <StatusMark pill status="Closed" />
            <StatusMark pill status="unhealthy" />
          </Row>
          <Row wrap gap={5}>
            <ConnectionMark connection={{ kind: 'live' }} />
            <ConnectionMark connection={{ kind: 'reconnecting' }} />
            <ConnectionMark connection={{ kind: 'polling' }} />
            <ConnectionMark connection={{ kind: 'offline', sinceMs: nowMs }} />
          </Row>
          <Row wrap>
            <Badge>Compute</Badge>
            <Badge tone="accent">Primary</Badge>
            <Badge tone="warn">Sandbox</Badge>
            <Badge tone="good">Paid</Badge>
            <Badge tone="bad">Overdue</Badge>
            <Badge tone="info">New</Badge>
            {['Ada Lindqvist', 'North Pier', 'Tidewater', 'kelp', 'Buoy Works', 'Skerry'].map((name) => (
              <Avatar key={name} name={name} />
            ))}
            <Avatar name="Ada Lindqvist" size="large" />
            <RelativeTime at={nowMs - 192_000} nowMs={nowMs} />
          </Row>
        </Stack>
      </Card>
      <Banner tone="info" title="Maintenance on Sunday">
        Deploys wait from 02:00 to 02:20.
      </Banner>
      <Banner tone="warn" title="Three days left" actions={<Button size="small">Top up</Button>}>
        At the present rate the balance lasts until 24 November.
      </Banner>
      <Banner tone="bad" title="The image could not be pulled" onClose={() => undefined}>
        The registry answered that library/cadddy does not exist. Check the name.
      </Banner>
      <Banner tone="good" title="Domain verified" />
      <Grid columns={3}>
        <ProgressBar label="Deploying" fraction={0.42} text="Pulling the image" />
        <ProgressBar label="Storage" fraction={0.91} tone="warn" text="18.2 of 20 GB" />
        <ProgressBar label="Building" />
      </Grid>
      <Grid columns={2}>
        <Card padded={false}>
          <EmptyState
            title="No instances yet"
            text="An instance is one running image with its own address. The first one takes under a minute."
            art={<BerthArt />}
            actions={
              <Button variant="primary" icon={<Plus />}>
                New instance
              </Button>
            }
          />
        </Card>
        <Card padded={false}>
          <EmptyState
            title="No projects"
            text="A project keeps what belongs together."
            art={<CraneArt />}
            actions={<Button>New project</Button>}
          />
        </Card>
        <Card padded={false}>
          <EmptyState title="No results" text="Try a shorter search." art={<LighthouseArt />} />
        </Card>
        <Card padded={false}>
          <EmptyState title="No lines yet" text="They appear here as they are written." art={<LogbookArt />} />
        </Card>
        <Card padded={false}>
          <FailedState
            title="The instances could not be loaded"
            text="The server did not answer in 10 seconds."
            onRetry={() => undefined}
          />
        </Card>
        <Stack>
          <FailedState inline title="As of 14:03" text="The server cannot be reached." onRetry={() => undefined} />
          <SkeletonCard />
          <Card padded={false}>
            <SkeletonRows rows={3} />
          </Card>
        </Stack>
      </Grid>
      <Row gap={8} wrap>
        <Logo name="Longshore" size="large" />
        <Logo name="Longshore" />
        <Logo name="Longshore" size="small" />
        <AdriftArt />
      </Row>
      <Row>
        <SideNav
          label="Settings"
          groups={[
            {
              title: 'Organisation',
              entries: [
                { to: '/', label: 'General' },
                { to: '/members', label: 'Members' },
              ],
            },
          ]}
        />
      </Row>
    </PageBody>
  </main>
)
