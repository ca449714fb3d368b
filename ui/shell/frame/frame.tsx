import { CircleQuestionMark, LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { hasBilling } from '../../billing/billing-tabs.ts'
import { useConfiguration, useProductName } from '../../hooks/use-configuration.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useSelected } from '../../hooks/use-selected.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Shell } from '../../parts/frame/shell.tsx'
import { TopBar } from '../../parts/frame/top-bar.tsx'
import { Tooltip } from '../../parts/overlay/tooltip.tsx'
import { PaletteButton } from '../../parts/palette/palette-button.tsx'
import { NotificationsBell } from '../../user/notifications/notifications-bell.tsx'
import { FrameBanners } from '../banners/frame-banners.tsx'
import { AppSwitcher, appEntries } from './app-switcher.tsx'
import { ConsoleFooter, FrameBadges } from './console-footer.tsx'
import css from './frame.module.css'
import { frameNav, isUserPath } from './frame-nav.tsx'
import { Freshness } from './freshness.tsx'
import { HomeLogo } from './home-logo.tsx'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { UserMenu } from './user-menu.tsx'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The frame of every page of a signed-in user. */
export const Frame = ({ children }: { children: ReactNode }) => {
  const send = useSend()
  const configuration = useConfiguration()
  const organization = useSelected(selectOrganization)
  const home = organization ? `/${organization.profile.username}/dashboard` : '/post-login'
  const product = useProductName()
  const { pathname } = useLocation()
  const ofPage = isUserPath(pathname) ? null : organization
  return (
    <Shell
      banner={<FrameBanners organization={ofPage} />}
      top={
        <TopBar
          start={
            <>
              <span className={css.wide}>
                <AppSwitcher
                  home={home}
                  trigger={<IconButton label="Switch app" icon={<LayoutGrid />} disabled={configuration === null} />}
                />
              </span>
              <Link className={css.home} to={home}>
                <HomeLogo product={product} />
              </Link>
              {ofPage && (
                <>
                  <span className={css.slash} aria-hidden="true" />
                  <OrganizationSwitcher current={ofPage} />
                </>
              )}
            </>
          }
          moreFolded={appEntries(configuration, home)}
          nav={organization ? frameNav(organization.profile.username, pathname, hasBilling(configuration)) : []}
          end={
            <>
              <span className={css.wide}>
                <FrameBadges place="bar" />
              </span>
              <Freshness place="bar" />
              <PaletteButton
                shortcut={isApple ? '⌘ K' : 'Ctrl K'}
                onOpen={() => send({ type: 'ui/modalOpened', modal: { kind: 'palette' } })}
              />
              <span className={css.wide}>
                <Tooltip text="Keyboard shortcuts" side="bottom">
                  <IconButton
                    label="Keyboard shortcuts"
                    icon={<CircleQuestionMark />}
                    onClick={() => send({ type: 'ui/modalOpened', modal: { kind: 'shortcuts' } })}
                  />
                </Tooltip>
              </span>
              <NotificationsBell />
              <UserMenu />
            </>
          }
        />
      }
      footer={
        <>
          <ConsoleFooter isInside />
          <Freshness place="page" />
        </>
      }
    >
      {children}
    </Shell>
  )
}
