import { useState } from 'react'
import { useRouteError } from 'react-router-dom'
import { crashMessage } from '../../src/code/crash-message.ts'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { useConfiguration, useProductName } from '../hooks/use-configuration.ts'
import { useConsole } from '../hooks/use-console.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { useTitle } from '../hooks/use-title.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { AdriftArt } from '../parts/art/adrift-art.tsx'
import { Logo } from '../parts/art/logo.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import css from './crash-page.module.css'

/** Replaces a page that threw, until another address is opened. Going home loads the console again, with fresh state. */
export const CrashPage = () => {
  const error = useRouteError()
  const { newId } = useConsole()
  const [id] = useState(newId)
  const links = useConfiguration()?.links
  const product = useProductName()
  const username = useSelected(selectOrganization)?.profile.username
  useTitle('Something went wrong')
  return (
    <main className={css.page}>
      <div className={css.logo}>
        <Logo name={product} />
      </div>
      <EmptyState
        headingLevel={1}
        art={<AdriftArt />}
        title="Something went wrong. Please try again after some time"
        text={
          <>
            <code className={css.content}>{crashMessage(error)}</code>
            <span className={css.id}>
              Error id <code>{id}</code>
            </span>
          </>
        }
        actions={
          <>
            <LinkButton variant="primary" href={username ? `/${username}/dashboard` : '/'}>
              Go to Home
            </LinkButton>
            {links?.docs && (
              <LinkButton href={links.docs} newTab>
                View Docs
              </LinkButton>
            )}
            {links?.chat && (
              <LinkButton href={links.chat} newTab>
                Join Discord
              </LinkButton>
            )}
          </>
        }
      />
    </main>
  )
}
