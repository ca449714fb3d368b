import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { ProgressBar } from '../../parts/progress/progress-bar.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import css from './files.module.css'
import type { Transfer } from './use-transfers.ts'

export const TransferList = ({ transfers }: { transfers: readonly Transfer[] }) => (
  <Stack gap={2}>
    {transfers.map(({ id, label, fraction, failure, cancel }) =>
      failure ? (
        <Banner
          key={id}
          tone={failure.retry ? 'warn' : 'bad'}
          title={label}
          onClose={cancel}
          actions={
            failure.retry && (
              <Button size="small" onClick={failure.retry}>
                Replace it
              </Button>
            )
          }
        >
          {failure.message}
        </Banner>
      ) : (
        <div key={id} className={css.transfer}>
          <ProgressBar label={label} fraction={fraction} />
          <Button size="small" variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </div>
      ),
    )}
  </Stack>
)
