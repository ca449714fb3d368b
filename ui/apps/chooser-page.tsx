import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { useProductName } from '../hooks/use-configuration.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useTitle } from '../hooks/use-title.ts'
import { Button } from '../parts/actions/button.tsx'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { SkeletonCard } from '../parts/waiting/skeleton-card.tsx'
import { ConsoleFooter } from '../shell/frame/console-footer.tsx'
import { AppCard } from './app-card.tsx'
import css from './chooser-page.module.css'
import { productApps } from './product-apps.tsx'

/** Lets the user choose one of the product's apps. */
export const ChooserPage = () => {
  const send = useSend()
  const product = useProductName()
  const organization = useSelected(selectOrganization)
  const { data, retry } = useQuery('readConfig', {})
  useTitle('Choose an app')
  const home = organization ? `/${organization.profile.username}/dashboard` : '/onboarding'
  const known = lastLoaded(data)?.value
  return (
    <AuthFrame
      product={product}
      width="page"
      title={`Welcome to ${product}`}
      text="Choose an app to continue."
      corner={
        <Button variant="quiet" onClick={() => send({ type: 'ui/signOutPressed' })}>
          Logout
        </Button>
      }
      bottom={<ConsoleFooter />}
    >
      <Remote data={data} retry={retry} title="The apps could not be loaded">
        <nav className={css.apps} aria-label="Apps">
          {known
            ? productApps(known, home).map((app) => <AppCard key={app.id} {...app} />)
            : ['console', 'provider', 'fizz-node'].map((id) => <SkeletonCard key={id} lines={2} />)}
        </nav>
      </Remote>
    </AuthFrame>
  )
}
