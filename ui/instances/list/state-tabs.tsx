import type { Project } from '../../../src/contract/wire/compute.ts'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'

type StateTabsProps = { report: Project['instanceReport']; current: string; to: (state: string) => string }

export const StateTabs = ({ report, current, to }: StateTabsProps) => (
  <LinkTabs
    label="Filter by state"
    current={to(current)}
    tabs={[
      { to: to(''), label: 'All Instances', count: report.total },
      { to: to('Starting'), label: 'Starting', count: report.starting },
      { to: to('Active'), label: 'Active', count: report.active },
      { to: to('Closed'), label: 'Closed', count: report.closed },
      { to: to('Failed-start'), label: 'Failed to start', count: report.failedToStart },
    ]}
  />
)
