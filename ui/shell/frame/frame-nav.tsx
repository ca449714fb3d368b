import { Boxes, CreditCard, Settings, Users } from 'lucide-react'
import type { NavEntry } from '../../parts/frame/top-bar.tsx'

/** Pages under `/user` belong to no organisation. */
export const isUserPath = (pathname: string): boolean => /^\/user(\/|$)/.test(pathname)

/** Returns the top bar's links. The user's pages have settings of their own. */
export const frameNav = (organization: string, pathname: string, hasBilling: boolean): NavEntry[] => {
  const base = `/${organization}`
  const isUnder = (area: string) => pathname.startsWith(`${base}/${area}`)
  return [
    {
      to: `${base}/dashboard`,
      label: 'Compute',
      icon: <Boxes />,
      current: isUnder('') && !isUnder('members') && !isUnder('settings/') && !isUnder('billing/'),
    },
    { to: `${base}/members`, label: 'Team', icon: <Users />, current: isUnder('members') },
    ...(hasBilling
      ? [{ to: `${base}/billing`, label: 'Billing', icon: <CreditCard />, current: isUnder('billing/') }]
      : []),
    ...(isUserPath(pathname)
      ? []
      : [{ to: `${base}/settings/general`, label: 'Settings', icon: <Settings />, current: isUnder('settings/') }]),
  ]
}
