import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'

/** Switches between the logs, and keeps the chosen deployment. */
export const LogTabs = ({ deployment }: { deployment: string | null }) => {
  const search = deployment ? `?deployment=${deployment}` : ''
  return (
    <LinkTabs
      label="Logs"
      look="segments"
      tabs={[
        { to: `../logs/instance-logs${search}`, label: 'Instance logs' },
        { to: `../logs/deployment-logs${search}`, label: 'Deployment logs' },
        { to: `../logs/instance-events${search}`, label: 'Events' },
        { to: `../logs/shell-commands${search}`, label: 'Shell commands' },
      ]}
    />
  )
}
