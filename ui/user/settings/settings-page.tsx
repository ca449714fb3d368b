import { Outlet } from 'react-router-dom'
import { useTitle } from '../../hooks/use-title.ts'
import { PageBody } from '../../parts/layout/page-body.tsx'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'
import { PageHeader } from '../../parts/navigation/page-header.tsx'

const tabs = [
  { to: '/user/settings/general', label: 'General' },
  { to: '/user/settings/login-connections', label: 'Login Connections' },
  { to: '/user/settings/api-tokens', label: 'API Tokens' },
  { to: '/user/settings/referrals', label: 'Referrals' },
  { to: '/user/settings/security', label: 'Security' },
]

export const SettingsPage = () => {
  useTitle('User settings')
  return (
    <PageBody gap={5}>
      <PageHeader
        title="User Settings Center"
        text="Your profile, logins, tokens and referrals."
        tabs={<LinkTabs label="User settings" tabs={tabs} />}
      />
      <Outlet />
    </PageBody>
  )
}
