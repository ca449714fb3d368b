import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConsoleFooter } from '../app/frame/console-footer.tsx'
import { useConfiguration } from '../app/use-configuration.ts'
import { useProductName } from '../app/use-product-name.ts'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import css from './welcome-frame.module.css'

interface WelcomeFrameProps {
  title: string
  text: string
  /** Beside the Contact button, at the top: the other page. */
  corner: ReactNode
  footer: ReactNode
  children: ReactNode
}

/** The frame of the pages before sign-in. */
export const WelcomeFrame = ({ title, text, corner, footer, children }: WelcomeFrameProps) => {
  const product = useProductName()
  const links = useConfiguration()?.links
  return (
    <AuthFrame
      product={product}
      title={title}
      text={text}
      corner={
        <>
          {links?.contact && (
            <LinkButton look="quiet" href={links.contact} newTab>
              Contact
            </LinkButton>
          )}
          {corner}
        </>
      }
      footer={footer}
      small={
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
      }
      bottom={<ConsoleFooter />}
    >
      {children}
    </AuthFrame>
  )
}
