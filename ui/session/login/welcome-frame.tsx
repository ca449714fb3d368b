import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConfiguration, useProductName } from '../../hooks/use-configuration.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'
import { AuthFrame } from '../../parts/frame/auth-frame.tsx'
import { lazy } from '../../parts/lazy/lazy.tsx'
import { ConsoleFooter } from '../../shell/frame/console-footer.tsx'
import { useSignInQuery } from './use-sign-in-query.ts'
import css from './welcome-frame.module.css'

/** Loaded for another product only. */
const loadBrand = () => import('./brand.tsx')
const Brand = lazy(loadBrand, 'Brand')
const BrandLinks = lazy(loadBrand, 'BrandLinks')
const Notices = lazy(() => import('../../shell/banners/notices.tsx'), 'Notices')

interface WelcomeFrameProps {
  title: string
  text: string
  /** Beside the Contact button: a link to the other page. */
  corner: ReactNode
  footer: ReactNode
  /** The card's top stays in place while its content grows. */
  steady?: boolean
  children: ReactNode
}

/** The frame of the pages before sign-in. */
export const WelcomeFrame = ({ title, text, corner, footer, steady = false, children }: WelcomeFrameProps) => {
  const product = useProductName()
  const configuration = useConfiguration()
  const links = configuration?.links
  const { forAgent, isUndecided } = useSignInQuery()
  // For another product, hides links that lead away. While undecided, shows nothing that might disappear.
  const isOwn = !forAgent && !isUndecided
  const hasNotice = configuration?.announcement || configuration?.maintenance
  return (
    <AuthFrame
      product={product}
      brand={isOwn ? undefined : forAgent && <Brand />}
      steady={steady}
      title={title}
      banner={hasNotice && <Notices />}
      text={text}
      corner={
        <>
          {isOwn && links?.contact && (
            <LinkButton variant="quiet" href={links.contact} newTab>
              Contact
            </LinkButton>
          )}
          {corner}
        </>
      }
      footer={footer}
      small={
        isOwn ? (
          <>
            {links?.home && (
              <a className={css.link} href={links.home}>
                <ArrowLeft />
                Return
              </a>
            )}
            {links?.terms && (
              <a className={css.link} href={links.terms} target="_blank" rel="noreferrer">
                Terms of Use
              </a>
            )}
          </>
        ) : (
          forAgent && <BrandLinks />
        )
      }
      bottom={isOwn && <ConsoleFooter />}
    >
      {children}
    </AuthFrame>
  )
}
