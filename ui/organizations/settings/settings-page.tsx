import { Outlet } from 'react-router-dom'
import { useOrganization } from '../../hooks/use-organization.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { PageBody } from '../../parts/layout/page-body.tsx'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'
import { PageHeader } from '../../parts/navigation/page-header.tsx'
import { AsOf } from '../../shell/frame/as-of.tsx'
import { settingsTabs } from './settings-tabs.ts'

/** The frame of an organisation's settings; each tab is a page. */
export const SettingsPage = () => {
  const organization = useOrganization()
  useTitle('Settings')
  if (!organization) return null
  const { name, username } = organization.profile
  return (
    <PageBody>
      <PageHeader
        title="Settings"
        text={name}
        mark={<AsOf />}
        tabs={
          <LinkTabs
            label="Settings"
            tabs={settingsTabs.map(({ path, label }) => ({ to: `/${username}/settings/${path}`, label }))}
          />
        }
      />
      <Outlet />
    </PageBody>
  )
}
