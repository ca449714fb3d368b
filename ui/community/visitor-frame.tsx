import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Organization } from '../../src/contract/wire/account.ts'
import { selectToken } from '../../src/session/session.ts'
import { useConfiguration, useProductName } from '../hooks/use-configuration.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { Button } from '../parts/actions/button.tsx'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Shell } from '../parts/frame/shell.tsx'
import { TopBar } from '../parts/frame/top-bar.tsx'
import { FrameBanners } from '../shell/banners/frame-banners.tsx'
import { ConsoleFooter } from '../shell/frame/console-footer.tsx'
import { Frame } from '../shell/frame/frame.tsx'
import { Freshness } from '../shell/frame/freshness.tsx'
import { HomeLogo } from '../shell/frame/home-logo.tsx'
import css from './visitor-frame.module.css'

interface VisitorFrameProps {
  organization: Organization
  children: ReactNode
}

/** The frame of a public organisation's pages: the user's own, or one with the ways to sign in. */
export const VisitorFrame = ({ organization, children }: VisitorFrameProps) => {
  const isSignedIn = useSelected(selectToken) !== null
  const product = useProductName()
  const contact = useConfiguration()?.links.contact
  const send = useSend()
  if (isSignedIn) return <Frame>{children}</Frame>
  return (
    <Shell
      banner={<FrameBanners />}
      top={
        <TopBar
          start={
            <Link className={css.home} to={`/${organization.profile.username}`}>
              <HomeLogo product={product} />
            </Link>
          }
          end={
            <>
              <Freshness place="bar" />
              {contact && (
                <span className={css.wide}>
                  <LinkButton variant="quiet" href={contact} newTab>
                    Contact
                  </LinkButton>
                </span>
              )}
              <Button variant="quiet" onClick={() => send({ type: 'ui/communityLoginPressed', intent: 'login' })}>
                Login
              </Button>
              <Button onClick={() => send({ type: 'ui/communityLoginPressed', intent: 'signup' })}>Sign Up</Button>
            </>
          }
        />
      }
      footer={
        <>
          <ConsoleFooter />
          <Freshness place="page" />
        </>
      }
    >
      {children}
    </Shell>
  )
}
