import type { ReactElement, ReactNode } from 'react'
import { selectToken } from '../../src/session/session.ts'
import { useProductName } from '../hooks/use-configuration.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { AuthFrame } from '../parts/frame/auth-frame.tsx'
import { PageBody } from '../parts/layout/page-body.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { LazyFrame } from '../shell/frame/lazy-frame.tsx'
import css from './result-page.module.css'

interface ResultPageProps {
  icon: ReactElement
  tone: 'good' | 'warn' | 'bad'
  title: string
  text: ReactNode
  actions?: ReactNode
}

/** Reports the result of something done elsewhere, inside the console's frame for signed-in users. */
export const ResultPage = ({ icon, tone, title, text, actions }: ResultPageProps) => {
  const isSignedIn = useSelected(selectToken) !== null
  const product = useProductName()
  useQuery('readProfile', isSignedIn ? {} : null)
  const mark = (
    <span className={css.mark} data-tone={tone}>
      {icon}
    </span>
  )
  if (!isSignedIn)
    return (
      <AuthFrame product={product} icon={mark} title={title} text={text}>
        {actions}
      </AuthFrame>
    )
  return (
    <LazyFrame>
      <PageBody>
        <EmptyState size="page" headingLevel={1} art={mark} title={title} text={text} actions={actions} />
      </PageBody>
    </LazyFrame>
  )
}
