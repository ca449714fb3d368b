import type { ReactNode } from 'react'
import { type Failure, failureMessage } from '../../../src/core/failure.ts'
import { rejectedFields } from '../../../src/instances/configuration/rejected-fields.ts'
import type { Difference } from '../../../src/rules/deployments/configuration-differences.ts'
import { DifferenceTable } from '../../instances/deployments/difference-table.tsx'
import { Button } from '../../parts/actions/button.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Dialog } from '../../parts/overlay/dialog.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'

type ChangesDialogProps = {
  title: string
  text: ReactNode
  confirmLabel: string
  /** Those that would be deployed. */
  services: readonly { name: string }[]
  /** Null while they load. */
  differences: readonly Difference[] | null
  /** What the columns of the values before and after show. */
  titles: { before: string; after: string }
  /** What changes about the price. */
  price: ReactNode
  busy: boolean
  disabled?: boolean
  failureTitle: string
  failure: Failure | null
  /** Shown above the changes. */
  notice: ReactNode
  /** Fields above everything else. */
  children?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Shows what a deployment will change before it is made. */
export const ChangesDialog = (props: ChangesDialogProps) => (
  <Dialog
    title={props.title}
    text={props.text}
    size="wide"
    onClose={props.onClose}
    actions={
      <>
        <Button onClick={props.onClose}>Cancel</Button>
        <Button
          variant="primary"
          busy={props.busy}
          disabled={props.disabled || props.differences === null}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </>
    }
  >
    <Stack>
      {props.failure && (
        <Banner tone="bad" title={props.failureTitle}>
          <p>{failureMessage(props.failure)}</p>
          {props.failure.kind === 'apiError' &&
            rejectedFields(props.failure.fields, props.services).map(({ place, message }) => (
              <p key={`${place} ${message}`}>{place === '' ? message : `${place}: ${message}`}</p>
            ))}
        </Banner>
      )}
      {props.children}
      {props.price}
      {props.notice}
      {props.differences === null ? (
        <SkeletonRows rows={3} columns={3} />
      ) : (
        <DifferenceTable caption="Changes" differences={props.differences} titles={props.titles} />
      )}
    </Stack>
  </Dialog>
)
