import { LinkButton } from '../parts/actions/link-button.tsx'
import { AdriftArt } from '../parts/art/adrift-art.tsx'
import { PageBody } from '../parts/layout/page-body.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'

type MissingStateProps = { title: string; text: string; to: string; label: string }

/** A page about something that is not there, or not there any more. */
export const MissingState = ({ title, text, to, label }: MissingStateProps) => (
  <PageBody>
    <div role="alert">
      <EmptyState
        size="page"
        art={<AdriftArt />}
        title={title}
        text={text}
        actions={
          <LinkButton look="primary" to={to}>
            {label}
          </LinkButton>
        }
      />
    </div>
  </PageBody>
)
