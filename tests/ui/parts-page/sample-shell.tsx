import { Boxes, Settings, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../ui/parts/actions/icon-button.tsx'
import { Menu } from '../../../ui/parts/actions/menu.tsx'
import { Logo } from '../../../ui/parts/art/logo.tsx'
import { Avatar } from '../../../ui/parts/frame/avatar.tsx'
import { Footer } from '../../../ui/parts/frame/footer.tsx'
import { Shell } from '../../../ui/parts/frame/shell.tsx'
import { SwitcherButton } from '../../../ui/parts/frame/switcher-button.tsx'
import { TopBar } from '../../../ui/parts/frame/top-bar.tsx'
import { PaletteButton } from '../../../ui/parts/palette/palette-button.tsx'
import { ConnectionMark } from '../../../ui/parts/state/connection-mark.tsx'

const nothing = () => undefined

export const SampleShell = ({ children }: { children: ReactNode }) => (
  <Shell
    top={
      <TopBar
        start={
          <>
            <Logo />
            <Menu
              align="start"
              trigger={
                <SwitcherButton
                  subject="Organisation"
                  name="North Pier"
                  icon={<Avatar name="North Pier" shape="square" />}
                />
              }
              entries={[
                { kind: 'choice', label: 'North Pier', chosen: true, onChoose: nothing },
                { kind: 'choice', label: 'Tidewater Labs', chosen: false, onChoose: nothing },
                { kind: 'divider' },
                { kind: 'link', label: 'Create new organisation', to: '/create-new-organisation' },
              ]}
            />
          </>
        }
        nav={[
          { to: '/', label: 'Compute', icon: <Boxes /> },
          { to: '/members', label: 'Team', icon: <Users /> },
          { to: '/settings', label: 'Settings', icon: <Settings /> },
        ]}
        end={
          <>
            <ConnectionMark connection={{ kind: 'live' }} />
            <PaletteButton onOpen={nothing} />
            <Menu
              trigger={<IconButton label="Account" icon={<Avatar name="Ada Lindqvist" />} />}
              entries={[
                { kind: 'heading', label: 'ada@northpier.example' },
                { kind: 'link', label: 'Settings', to: '/user/settings' },
                { kind: 'outside', label: 'Docs', href: 'https://docs.example' },
                { kind: 'divider' },
                { kind: 'action', label: 'Logout', danger: true, onChoose: nothing },
              ]}
            />
          </>
        }
      />
    }
    footer={
      <Footer
        brand={<Logo size="small" />}
        copyright="© 2024 Longshore"
        links={[
          { label: 'Documentation', href: 'https://docs.example' },
          { label: 'Changelog', href: 'https://changes.example' },
          { label: 'Code', href: 'https://code.example' },
          { label: 'Community', href: 'https://chat.example' },
        ]}
        status={{ kind: 'normal', text: 'All systems normal' }}
      />
    }
  >
    {children}
  </Shell>
)
