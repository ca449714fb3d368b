import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import css from './card.module.css'

type CardProps = {
  title?: ReactNode
  text?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  tone?: 'plain' | 'sunken' | 'danger'
  /** False for content up to the edges: tables, lists, logs. */
  padded?: boolean
  headingLevel?: 2 | 3
  children?: ReactNode
}

export const Card = ({
  title,
  text,
  actions,
  footer,
  tone = 'plain',
  padded = true,
  headingLevel = 2,
  children,
}: CardProps) => {
  const id = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section className={css.card} data-tone={tone} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className={css.head}>
          <div className={css.titles}>
            {title && (
              <Heading className={css.title} id={id}>
                {title}
              </Heading>
            )}
            {text && <p className={css.text}>{text}</p>}
          </div>
          {actions && <div className={css.actions}>{actions}</div>}
        </header>
      )}
      {children && <div className={classNames(css.body, padded && css.padded)}>{children}</div>}
      {footer && <footer className={css.footer}>{footer}</footer>}
    </section>
  )
}
