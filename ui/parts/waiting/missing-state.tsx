import { LinkButton } from '../actions/link-button.tsx'
import { AdriftArt } from '../art/adrift-art.tsx'
import { PageBody } from '../layout/page-body.tsx'
import { EmptyState } from './empty-state.tsx'

type MissingStateProps = {
  title: string
  text: string
  to: string
  label: string
  /** 2 if the page has another heading. */
  headingLevel?: 1 | 2
}

/** A page for something that does not exist or was deleted. */
export const MissingState = ({ title, text, to, label, headingLevel = 1 }: MissingStateProps) => (
  <PageBody>
    <div role="alert">
      <EmptyState
        size="page"
        headingLevel={headingLevel}
        art={<AdriftArt />}
        title={title}
        text={text}
        actions={
          <LinkButton variant="primary" to={to}>
            {label}
          </LinkButton>
        }
      />
    </div>
  </PageBody>
)
