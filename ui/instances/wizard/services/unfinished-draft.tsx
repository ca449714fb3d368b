import { useNavigate } from 'react-router-dom'
import { Button } from '../../../parts/actions/button.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import type { Deploy } from '../deploy/use-deploy.ts'

/** Offers the draft that the user left: in another tab, or before they signed out. */
export const UnfinishedDraft = ({ deploy: { unfinished } }: { deploy: Deploy }) => {
  const navigate = useNavigate()
  if (!unfinished) return null
  return (
    <Banner
      title="You have an unfinished deployment"
      actions={
        <>
          <Button size="small" onClick={unfinished.discard}>
            Discard
          </Button>
          <Button size="small" onClick={() => navigate(unfinished.query, { replace: true })}>
            Continue with it
          </Button>
        </>
      }
    >
      Your choices are kept in this browser, without values of variables.
    </Banner>
  )
}
