import { Boxes, Settings, Users } from 'lucide-react'
import type { NavEntry } from '../../parts/frame/top-bar.tsx'

/** Pages under `/user` belong to no organisation. */
export const isUserPath = (pathname: string): boolean => /^\/user(\/|$)/.test(pathname)

/** Returns the top bar's links. The user's pages have settings of their own. */
export const frameNav = (organization: string, pathname: string): NavEntry[] => {
  const base = `/${organization}`
  const isUnder = (area: string) => pathname.startsWith(`${base}/${area}`)
  return [
    {
      to: `${base}/dashboard`,
      label: 'Compute',
      icon: <Boxes />,
      current: isUnder('') && !isUnder('members') && !isUnder('settings/'),
    },
    { to: `${base}/members`, label: 'Team', icon: <Users />, current: isUnder('members') },
    ...(isUserPath(pathname)
      ? []
      : [{ to: `${base}/settings/general`, label: 'Settings', icon: <Settings />, current: isUnder('settings/') }]),
  ]
}
